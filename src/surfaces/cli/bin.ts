#!/usr/bin/env node
import { processIo } from './io.js';
import { main } from './main.js';

const io = processIo();
process.exitCode = await main(process.argv.slice(2), io);
io.done();
