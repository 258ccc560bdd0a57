/**
 * Whether a `Content-Type` says JSON in UTF-8. Parameters are ignored but for a charset of another name, which would have
 * been read wrongly (ambiguity Q-06).
 */
export function isJsonContentType(header: string | undefined): boolean {
  if (header === 'application/json') return true;
  if (header === undefined) return false;
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every(isHarmless);
}

function isHarmless(parameter: string): boolean {
  return !/^charset\s*=/.test(parameter) || /^charset\s*=\s*(["']?)utf-?8\1$/.test(parameter);
}
