import { isIP } from 'node:net';

/** The names of the own machine. Compared whole: `localhost.evil.example` is another host. */
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request with this `Origin` may pass (ambiguity Q-28). No `Origin` means that it does not come from a web page.
 *
 * @param allowed the configured origins, each as `canonicalOrigin` gives it
 * @param loopback whether the connection came to a loopback address
 */
export function isAllowedOrigin(origin: string | undefined, allowed: ReadonlySet<string>, loopback: boolean): boolean {
  if (origin === undefined) return true;
  if (loopback && LOOPBACK_ORIGIN.test(origin)) return true;
  return allowed.size > 0 && (allowed.has('*') || allowed.has(origin) || allowed.has(canonicalOrigin(origin)));
}

/**
 * Whether a request with this `Host` may pass. On a loopback address only its own names may: a web page whose name was
 * pointed at 127.0.0.1 (DNS rebinding) still sends its own name. Elsewhere any may, unless hosts are configured.
 *
 * @param allowed the configured hosts, in lower case, with or without a port
 */
export function isAllowedHost(host: string | undefined, allowed: ReadonlySet<string>, loopback: boolean): boolean {
  if (loopback ? isLoopbackHost(host) : allowed.size === 0) return true;
  if (host === undefined || allowed.size === 0) return false;
  const name = host.toLowerCase();
  return allowed.has('*') || allowed.has(name) || allowed.has(name.replace(/:\d{1,5}$/, ''));
}

/** Whether a `Host` header names the own machine: `localhost`, or a loopback address, which no page can have for a name. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  if (LOOPBACK_HOST.test(host)) return true;
  const [, v6, v4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(host) ?? [];
  return isLoopbackAddress(v6 ?? v4 ?? '');
}

/** Whether an IP address is a loopback one, in whatever way it is written. */
export function isLoopbackAddress(address: string): boolean {
  if (address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1') return true;
  const [digits = ''] = address.split('%');
  const family = isIP(digits);
  if (family === 4) return digits.startsWith('127.');
  return family === 6 && /^\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]{1,4})\]$/.test(new URL(`http://[${digits}]`).hostname);
}

/** An origin as browsers write it: lower case, and without the port that its scheme implies. */
export function canonicalOrigin(origin: string): string {
  if (origin === '*' || origin === 'null') return origin;
  const parsed = URL.canParse(origin) ? new URL(origin).origin : 'null';
  // Origins of other schemes, such as those of browser extensions, are opaque to URL.
  return parsed === 'null' ? origin.toLowerCase().replace(/\/$/, '') : parsed;
}
