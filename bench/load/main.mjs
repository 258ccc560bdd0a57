// The load generator: a process of its own, which gets one job from its parent, does it and tells the result.
import { jobs } from './jobs.mjs';

process.once('message', async ({ job, ...options }) => {
  try {
    process.send({ result: await jobs[job](options) });
  } catch (error) {
    process.send({ error: error.message });
  }
});
process.on('disconnect', () => process.exit());
