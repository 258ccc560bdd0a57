import { expect, it } from 'vitest';
import { framesOf } from './frames.js';

const error = new Error('boom');
error.stack = [
  'Error: boom',
  '    at helper (file:///app/helper.js:3:9)',
  '    at tool (file:///home/me/node_modules/polyspec/dist/index.js:10:1)',
  '    at file:///app/app.js:1:7',
  '    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)',
  '    at async connect (/home/me/node_modules/@polyspec/core/dist/index.js:7:1)',
  '    at async importModule (/home/me/node_modules/polyspec/dist/cli.js:5:1)',
  '    at async file:///home/me/node_modules/polyspec/dist/cli.js:9:1',
].join('\n');

it('ends where polyspec called the code of the user', () => {
  expect(framesOf(error, new URL('file:///home/me/node_modules/polyspec/'))).toEqual([
    '    at helper (file:///app/helper.js:3:9)',
    '    at tool (file:///home/me/node_modules/polyspec/dist/index.js:10:1)',
    '    at file:///app/app.js:1:7',
  ]);
  expect(framesOf(error, undefined)).toHaveLength(6);
});

it('is empty for what has no stack', () => {
  expect(framesOf('boom', undefined)).toEqual([]);
  expect(framesOf(Object.assign(new Error('boom'), { stack: undefined }), undefined)).toEqual([]);
});
