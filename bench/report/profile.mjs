import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileOf } from '../processes.mjs';
import { number, table } from './tables.mjs';

const root = fileOf('..');

/**
 * A CPU profile as tables: the share of each package, of each function by itself, and of each function of ours together with
 * what it calls.
 *
 * @param profile in the format of the inspector
 * @param cpu what an answer costs, in microseconds
 * @param most how many rows a table has at most
 */
export function profileTables(profile, cpu, most) {
  const { nodes, total } = timed(profile);
  const packages = new Map();
  const functions = new Map();
  const inclusive = new Map();
  for (const { self, place, owner } of nodes.values()) {
    add(packages, owner, self);
    add(functions, place, self);
  }
  visit(nodes.get(profile.nodes[0].id), new Set());
  const shares = (heading, times) => {
    const largest = [...times].sort(([, a], [, b]) => b - a).slice(0, most);
    const lines = largest.map(([name, time]) => {
      const share = time / total;
      return [`${number(share * 100, 1)} %`, number(share * cpu, 2), name];
    });
    return table(['share', 'µs', heading], lines);
  };
  return [
    shares('package', packages),
    shares('function, by itself', functions),
    shares('function of ours, with what it calls', inclusive),
  ].join('\n\n');

  /** Time with callees counts once for a function, however often it is on the stack. */
  function visit({ self, place, isOurs, children }, above) {
    const isNew = isOurs && !above.has(place);
    const here = isNew ? new Set([...above, place]) : above;
    const time = children.reduce((sum, id) => sum + visit(nodes.get(id), here), self);
    if (isNew) add(inclusive, place, time);
    return time;
  }
}

/** The nodes of a profile with their own time, without the time in which there was nothing to do. */
function timed({ nodes, samples, timeDeltas }) {
  const times = new Map();
  for (const [index, id] of samples.entries()) add(times, id, timeDeltas[index]);
  const result = new Map();
  let total = 0;
  for (const { id, callFrame, children = [] } of nodes) {
    const self = callFrame.functionName === '(idle)' ? 0 : (times.get(id) ?? 0);
    total += self;
    result.set(id, { self, children, ...located(callFrame) });
  }
  return { nodes: result, total };
}

function located({ functionName, url, lineNumber, columnNumber }) {
  const name = functionName || '(anonymous)';
  if (url === '') return { place: name, owner: name.startsWith('(') ? name : 'native', isOurs: false };
  const { file, line } = url.startsWith('file:')
    ? original(fileURLToPath(url), lineNumber, columnNumber)
    : { file: url, line: lineNumber };
  const module = /.*node_modules[\\/](?:\.pnpm[\\/])?((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](.*)/.exec(file);
  const own = /^packages[\\/]([^\\/]+)/.exec(file);
  return {
    place: `${name} ${module === null ? file : `${module[1]}/${module[2]}`}:${line + 1}`,
    owner: module?.[1] ?? own?.[0] ?? (file.startsWith('node:') ? file.split('/').slice(0, 2).join('/') : file),
    isOurs: own !== null && module === null,
  };
}

const maps = new Map();

/** Where a place of a built file comes from: packages are bundled, with source maps. Lines count from 0. */
function original(path, line, column) {
  if (!maps.has(path)) {
    const mapPath = `${path}.map`;
    maps.set(path, existsSync(mapPath) ? new SourceMap(JSON.parse(readFileSync(mapPath, 'utf8'))) : undefined);
  }
  const entry = maps.get(path)?.findEntry(line, column);
  if (entry?.originalSource === undefined) return { file: relative(root, path), line };
  return { file: relative(root, resolve(dirname(path), entry.originalSource)), line: entry.originalLine };
}

function add(map, key, value) {
  map.set(key, (map.get(key) ?? 0) + value);
}
