export { createMcpServer, type McpOptions } from './server.js';
export { serveMcp } from './stdio.js';
