#!/usr/bin/env node
// First, so that a module which prints while it is imported does not print into the protocol.
import './guard.js';
import { main } from './cli/main.js';

const exitCode = await main(process.argv.slice(2), new URL('../package.json', import.meta.url));
// A module that was loaded may hold timers and sockets; what runs on is a server only.
if (exitCode !== undefined) process.exit(exitCode);
