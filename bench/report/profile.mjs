import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileOf } from '../processes.mjs';
import { number, table } from './tables.mjs';

const root = fileOf('..');

/**
 * A CPU profile as tables: the share of each package, of each function by itself, and of each function of ours together with
 * what it calls.
 *
 * @param profile in the format of the inspector
 * @param most how many rows a table has at most
 */
export function profileTables(profile, most) {
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
    return table(
      ['share', heading],
      largest.map(([name, time]) => [`${number((time / total) * 100, 1)} %`, name]),
    );
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

function located({ functionName, url, lineNumber }) {
  const name = functionName || '(anonymous)';
  if (url === '') return { place: name, owner: name.startsWith('(') ? name : 'native', isOurs: false };
  const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url;
  const module = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](.*)/.exec(file);
  const own = /^packages[\\/]([^\\/]+)/.exec(file);
  return {
    place: `${name} ${module === null ? file : `${module[1]}/${module[2]}`}:${lineNumber + 1}`,
    owner: module?.[1] ?? own?.[0] ?? (file.startsWith('node:') ? file.split('/').slice(0, 2).join('/') : file),
    isOurs: own !== null && module === null,
  };
}

function add(map, key, value) {
  map.set(key, (map.get(key) ?? 0) + value);
}
