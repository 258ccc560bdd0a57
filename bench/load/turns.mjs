import { Participant } from './participant.mjs';
import { Usage } from './usage.mjs';
import { warmUp } from './warm-up.mjs';

/** A load is measured in slices of about this length, in milliseconds. */
const SLICE_MS = 250;

/**
 * One round of a comparison: all servers are there at the same time and take turns, slice by slice. What slows the machine
 * down for some seconds, which is common where it is a virtual one, slows all of them.
 *
 * @param servers entries of the catalogue
 * @param prepare starts a server and says how it is loaded
 * @param warm how long each is warmed up before (see `warmUp`)
 * @param ms how long each is measured in all
 * @returns for each server its sample, or the error because of which it has none
 */
export async function takeTurns({ servers, era, warm, ms }, prepare) {
  return withParticipants({ servers, era }, async (participants) => {
    await eachInTurn(participants, prepare);
    const groups = Math.max(0, ...participants.map(({ loads }) => loads.length));
    for (let group = 0; group < groups; group += 1) {
      await eachInTurn(participants, async ({ loads }) => {
        for (const load of Object.values(loads[group])) await warmUp(load, warm);
      });
      const slices = Math.ceil(ms / SLICE_MS);
      for (let slice = 0; slice < slices; slice += 1) {
        await eachInTurn(participants, async ({ loads, usages }) => {
          for (const [name, load] of Object.entries(loads[group])) {
            usages[name] ??= new Usage();
            await usages[name].measure(load, ms / slices);
          }
        });
      }
    }
    return ({ usages }) => joined(usages);
  });
}

/**
 * Has all servers take part in something, and stops them.
 *
 * @param measure gives the function from a participant to its numbers
 * @returns for each server its sample, or the error because of which it has none
 */
export async function withParticipants({ servers, era }, measure) {
  const participants = servers.map((server) => new Participant(server, era));
  try {
    const numbersOf = await measure(participants);
    return participants.map((participant) => {
      const { name, error, facts } = participant;
      return error === undefined ? { name, sample: { ...numbersOf(participant), ...facts } } : { name, error };
    });
  } finally {
    await Promise.all(participants.map((participant) => participant.stop()));
  }
}

/** One after the other. Whoever fails takes part no longer. */
export async function eachInTurn(participants, action) {
  for (const participant of participants.filter(({ error }) => error === undefined)) {
    try {
      await action(participant);
    } catch (error) {
      participant.error = error.message;
      await participant.stop();
    }
  }
}

/** The numbers of several loads in one flat sample: `{ many: { cpu } }` becomes `{ manyCpu }`. The largest `foreign` counts. */
function joined(usages) {
  const numbers = Object.entries(usages).map(([load, usage]) => [load, usage.numbers]);
  const entries = numbers.flatMap(([load, { foreign: _, ...rest }]) =>
    Object.entries(rest).map(([key, value]) => [`${load}${key[0].toUpperCase()}${key.slice(1)}`, value]),
  );
  const foreign = numbers.map(([, usage]) => usage.foreign);
  return { ...Object.fromEntries(entries), ...(foreign.length > 0 && { foreign: Math.max(...foreign) }) };
}
