import { ErrorCode, failure, type HeaderMap } from '@polyspec/core';

/** An answer below the protocol: what every check of the endpoint ends with when it fails. */
export interface Refusal {
  readonly status: number;
  readonly headers?: HeaderMap;
  /** JSON text. */
  readonly body: string;
}

/** A refusal whose body is a JSON-RPC error without id, as no message was read yet (ambiguities ). */
export function refusal(
  status: number,
  message: string,
  code: number = ErrorCode.InvalidRequest,
  headers?: HeaderMap,
): Refusal {
  const body = JSON.stringify(failure(undefined, code, message));
  return headers === undefined ? { status, body } : { status, headers, body };
}

/** 405: the method is not served here. `Allow` names those that are. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Refusal {
  return refusal(
    405,
    `Method ${method} is not served here; ${allowed.join(', ')} ${allowed.length === 1 ? 'is' : 'are'}`,
    undefined,
    {
      allow: allowed.join(', '),
    },
  );
}

/** 413: the body is longer than the endpoint reads. */
export function bodyTooLarge(limit: number): Refusal {
  return refusal(413, `The message is larger than ${limit} bytes`);
}

/** 415: not JSON, or not in UTF-8. */
export function wrongContentType(got: string | undefined): Refusal {
  return refusal(415, `Content-Type must be application/json in UTF-8; got ${got ?? 'none'}`);
}

/** 415: the body is compressed, or coded in another way. The header field tells what would be taken. */
export function unknownCoding(got: string): Refusal {
  return refusal(415, `The body must not be coded; its Content-Encoding is ${got}`, undefined, {
    'accept-encoding': 'identity',
  });
}
