// Everything that can be said about the sources without running them.
//
//   npm run check [-- NAME...]     only the checks of these names
import { runSteps } from './steps.mjs';

// The build comes first: the packages are packed from what it built.
runSteps(
  [
    { name: 'build', about: 'types of the sources', command: ['turbo', 'run', 'build', '--output-logs=errors-only'] },
    { name: 'types', about: 'types of the tests', command: ['tsc', '-p', 'tsconfig.test.json'] },
    {
      name: 'lint',
      about: 'lint, format, imports between layers',
      command: ['biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
    },
    { name: 'dead', about: 'dead code, dependencies', command: ['knip'] },
    { name: 'text', about: 'no registry host, no path of this machine', command: ['node', 'scripts/check-text.mjs'] },
    {
      name: 'packages',
      about: 'publint, attw and files of every tarball',
      command: ['node', 'scripts/check-packages.mjs'],
    },
  ],
  process.argv.slice(2),
);
