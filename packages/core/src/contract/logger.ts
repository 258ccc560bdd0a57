/**
 * Where the library writes what an operator should know. The first argument has the facts, the second the sentence.
 *
 * Anything with these methods fits, such as `pino` or a `new Console(process.stderr)`. Over stdio it must not write to stdout,
 * which belongs to the protocol: `pino` does so unless it is told otherwise, and so do two methods of `console`.
 *
 * @example
 * const logger = pino(pino.destination(2));
 */
export interface Logger {
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

/** A logger that drops everything. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/**
 * The default: warnings and errors, one JSON object a line, on stderr. Never stdout, which belongs to the protocol
 * under stdio.
 */
export const stderrLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (fields, message) => writeLine('warn', fields, message),
  error: (fields, message) => writeLine('error', fields, message),
};

function writeLine(level: string, fields: object, message: string | undefined): void {
  let text: string;
  try {
    text = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }, plain);
  } catch {
    text = JSON.stringify({ time: new Date().toISOString(), level, message });
  }
  if (!isGuarded) {
    isGuarded = true;
    // Whoever read our stderr may be gone; that must not end the server.
    process.stderr.on('error', () => undefined);
  }
  process.stderr.write(`${text}\n`);
}

let isGuarded = false;

/** Errors and big integers, which JSON drops or refuses. */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Error)
    return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
  return typeof value === 'bigint' ? value.toString() : value;
}

/** A logger whose methods never throw, whatever the one given does: an answer must not be lost for a log line. */
export function safeLogger(logger: Logger): Logger {
  const guarded =
    (level: keyof Logger) =>
    (fields: object, message?: string): void => {
      try {
        logger[level](fields, message);
      } catch {
        // There is nobody left to tell.
      }
    };
  return { debug: guarded('debug'), info: guarded('info'), warn: guarded('warn'), error: guarded('error') };
}
