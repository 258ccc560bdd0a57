import { Connection } from './connection.mjs';

const LANES = 50;

/**
 * Does something so many times over kept-alive connections to a port, some at a time.
 *
 * @param action gets a connection with nothing under way
 */
export async function overLanes(port, count, action) {
  const lanes = await Promise.all(Array.from({ length: Math.min(LANES, count) }, () => Connection.open(port)));
  let begun = 0;
  try {
    await Promise.all(
      lanes.map(async (connection) => {
        while (begun < count) {
          begun += 1;
          await action(connection);
        }
      }),
    );
  } finally {
    for (const connection of lanes) connection.close();
  }
}
