export { type App, type AppOptions, createApp } from '../../app/app.js';
export { createMcpServer, type McpOptions } from './server.js';
export { serveMcp } from './stdio.js';
