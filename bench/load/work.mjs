// The kinds of requests that servers are loaded with, each with the check of its answer: a quick but wrong server must
// fail. The check finds everything it needs in the id, so that nothing has to be kept for a request under way.
import { addRequest, listRequest } from './protocol.mjs';

/** Ids have a fixed width, so that answers to the same question have the same length. */
export const FIRST_ID = 100_000_000;

const firstNumber = (id) => (id * 7919) % 100_003;
const secondNumber = (id) => (id % 997) + 0.5;

/** Calls of `add`. */
export function addWork(era) {
  return {
    method: 'tools/call',
    name: 'add',
    request: (id) => addRequest(era, id, firstNumber(id), secondNumber(id)),
    isRight: (message, id) => isSum(message, firstNumber(id) + secondNumber(id), era),
  };
}

function isSum({ jsonrpc, result }, sum, era) {
  return (
    jsonrpc === '2.0' &&
    result?.structuredContent?.sum === sum &&
    result.isError !== true &&
    result.content?.[0]?.type === 'text' &&
    result.content[0].text.includes(String(sum)) &&
    (era === '2025' || result.resultType === 'complete')
  );
}

/** Requests for the list of `total` tools. */
export function listWork(era, total) {
  return {
    method: 'tools/list',
    request: (id) => listRequest(era, id),
    isRight: (message) => isList(message, total, era),
    // A long list is compared byte by byte with one that was checked.
    isSame: sameBut(),
  };
}

function isList({ jsonrpc, result }, total, era) {
  const tools = result?.tools;
  return (
    jsonrpc === '2.0' &&
    tools?.length === total &&
    new Set(tools.map(({ name }) => name)).size === total &&
    tools.every(({ description, inputSchema }) => description?.length > 0 && inputSchema?.type === 'object') &&
    tools.every(({ name, inputSchema }) => name === 'add' || inputSchema.properties?.limit?.maximum === 100) &&
    tools.find(({ name }) => name === 'add')?.outputSchema?.properties?.sum?.type === 'number' &&
    (era === '2025' || result.resultType === 'complete')
  );
}

/** Whether a body is, but for its id, the one that was last given as right. */
function sameBut() {
  let known;
  let idAt;
  return {
    is(body, id) {
      if (known === undefined || body.length !== known.length) return false;
      const text = String(id);
      const after = idAt + text.length;
      return (
        body.latin1Slice(idAt, after) === text &&
        body.compare(known, 0, idAt, 0, idAt) === 0 &&
        body.compare(known, after, known.length, after, body.length) === 0
      );
    },
    keep(body, id) {
      known = Buffer.from(body);
      idAt = known.indexOf(String(id));
    },
  };
}
