import { trimEndOf } from '@castellan/foundation/line-text';
/** The longest address of an endpoint, in characters. */
export const longestBaseUrl = 400;

/**
 * The base address of an OpenAI-compatible endpoint, as it is kept: `https://host/v1`, without a slash at its end. An address
 * of one of its calls is taken for its base. `undefined`: not http or https, or with a user name, a query or a fragment.
 */
export function parseBaseUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > longestBaseUrl || !/^https?:\/\/[^/\s]/i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.hostname === '') return undefined;
  return `${url.origin}${trimEndOf(url.pathname, '/').replace(/\/(?:chat\/completions|models)$/, '')}`;
}

/** Where a chat is asked for. */
export function chatAddress(baseUrl: string): string {
  return `${baseUrl}/chat/completions`;
}

/** Where the models are listed. */
export function modelsAddress(baseUrl: string): string {
  return `${baseUrl}/models`;
}

/** Whether two base addresses lie on one origin: what is secret to one may be told to the other. */
export function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}
