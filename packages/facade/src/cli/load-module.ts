import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Application } from '@polyspec/core';
import { CliError } from './cli-error.js';
import { unlessStalled } from './stalled.js';
import { placeOf } from './syntax-error.js';

/** What a module exports for the command line. */
export interface LoadedModule {
  readonly application: Application;
  /** The export `options`, `{}` without it. Not checked yet. */
  readonly options: Readonly<Record<string, unknown>>;
  /** A name for the server, where no option gives one. */
  readonly name: string;
}

/**
 * Loads a module whose default export is an application: an object, a class, which is made without arguments, or a promise of
 * either. A named export `options` has options of `serve`.
 *
 * @param path relative to the working directory
 * @throws CliError with exit code 1
 */
export async function loadModule(path: string): Promise<LoadedModule> {
  const file = resolve(path);
  requireFile(file, path);
  const exported = await importModule(file, path);
  const application = await toApplication(exported.default, path);
  const { options = {} } = exported;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new CliError(1, `The export 'options' of ${path} is not an object`);
  }
  return { application, options: options as Readonly<Record<string, unknown>>, name: nameOf(file) };
}

function requireFile(file: string, path: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new CliError(1, `There is no file ${path}`);
  if (found.isDirectory()) throw new CliError(1, `${path} is a folder; name the file that exports the application`);
}

async function importModule(file: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  let namespace: Readonly<Record<string, unknown>>;
  try {
    const loading: Promise<Readonly<Record<string, unknown>>> = import(pathToFileURL(file).href);
    namespace = await unlessStalled(
      loading,
      () => new CliError(1, `Can't load ${path}: what it awaits at its top ${NEVER}`),
    );
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    if (
      cause instanceof Error &&
      'code' in cause &&
      cause.code === 'ERR_UNKNOWN_FILE_EXTENSION' &&
      cause.message.includes(extname(file))
    ) {
      const advice = `compile it, or run it with a loader, for example NODE_OPTIONS='--import tsx'`;
      throw new CliError(1, `This Node can't load ${extname(file)} files such as ${path}; ${advice}`);
    }
    const place = placeOf(cause, file);
    const message = `Can't load ${path}: ${sentence(cause)}`;
    throw new CliError(1, place === undefined ? message : `${message}\n${place}`, { cause });
  }
  // A module that was compiled to CommonJS: what it exported as default is one level down.
  const { default: inner } = namespace;
  const isCompiled = typeof inner === 'object' && inner !== null && '__esModule' in inner && 'default' in inner;
  return isCompiled ? (inner as unknown as Readonly<Record<string, unknown>>) : namespace;
}

/** Of a promise that nothing is left to settle. */
const NEVER = 'has not come, and nothing is left to do that could bring it';

/** What makes an object an application. */
const FACETS: readonly (keyof Application)[] = ['tools', 'prompts', 'resources', 'resourceTemplates', 'complete'];

async function toApplication(exported: unknown, path: string): Promise<Application> {
  let value: unknown;
  try {
    value = await unlessStalled(
      Promise.resolve(exported),
      () => new CliError(1, `Can't make the application of ${path}: what its default export promises ${NEVER}`),
    );
    if (isClass(value)) value = new value();
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(1, `Can't make the application of ${path}: ${sentence(cause)}`, { cause });
  }
  if (value === undefined) throw new CliError(1, `${path} has no default export; export the application as default`);
  if (typeof value === 'function') {
    throw new CliError(1, `The default export of ${path} is a function; export the application itself, or its class`);
  }
  if (!hasFacet(value)) {
    throw new CliError(
      1,
      `The default export of ${path} is no application: it has none of ${FACETS.map((facet) => `${facet}()`).join(', ')}`,
    );
  }
  return value;
}

function hasFacet(value: unknown): value is Application {
  return (
    typeof value === 'object' &&
    value !== null &&
    FACETS.some((facet) => typeof (value as Application)[facet] === 'function')
  );
}

function isClass(value: unknown): value is new () => unknown {
  if (typeof value !== 'function') return false;
  return /^class\b/.test(Function.prototype.toString.call(value)) || hasFacet(value.prototype);
}

/** The name of the file; `index` says nothing, so there it is the name of the package, or of the folder. */
function nameOf(file: string): string {
  const name = basename(file, extname(file));
  return name === 'index' ? (packageName(dirname(file)) ?? basename(dirname(file))) : name;
}

function packageName(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly name?: unknown };
    if (typeof name === 'string' && name !== '') return name;
  } catch {
    // None here, or none that says anything.
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : packageName(parent);
}

function sentence(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
