/** The value of a JSON text; `undefined` where the text is not JSON. No JSON text has the value `undefined`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
