import fc from 'fast-check';

// `npm run verify` sets this; a property test that fixes its own number of runs keeps it.
const runs = Number(process.env.POLYSPEC_PROPERTY_RUNS);
if (runs > 0) fc.configureGlobal({ numRuns: runs });
