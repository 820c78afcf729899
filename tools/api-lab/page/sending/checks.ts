import type { Check } from '../model.ts';

/** What checks look at. Header names are in lower case. `timeMs`: from sending to the last byte. */
export type Answered = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  readonly timeMs: number;
};

export type CheckResult = { readonly name: string; readonly passed: boolean; readonly found: string };

/** Judges every check. Never throws: what cannot be read fails. */
export function judgeChecks(checks: readonly Check[], answer: Answered): readonly CheckResult[] {
  const parsed = parseJson(answer.text);
  return checks.map((check) => ({ name: nameOfCheck(check), ...judge(check, answer, parsed) }));
}

/** A check in words. */
export function nameOfCheck({ of, name, is, value }: Check): string {
  const what = { status: 'Status', time: 'Time in ms', header: `Header ${name}`, body: 'Body', json: `JSON ${name}` }[of];
  const words = { equals: 'is', below: 'is below', contains: 'contains', exists: 'is there' }[is];
  return is === 'exists' ? `${what} ${words}` : `${what} ${words} ${value}`;
}

type Verdict = Omit<CheckResult, 'name'>;

function judge({ of, name, is, value }: Check, answer: Answered, parsed: { readonly value: unknown } | undefined): Verdict {
  if (of === 'json') return judgeJson(name, is, value, parsed);
  const found = readText(of, name, answer);
  if (found === undefined) return { passed: false, found: 'missing' };
  return { passed: compareText(found, is, value, of === 'status' || of === 'time'), found: found.slice(0, 200) };
}

function readText(of: Exclude<Check['of'], 'json'>, name: string, { status, headers, text, timeMs }: Answered): string | undefined {
  if (of === 'status') return String(status);
  if (of === 'time') return String(timeMs);
  return of === 'body' ? text : headers.find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
}

function compareText(found: string, is: Check['is'], value: string, isNumber: boolean): boolean {
  if (is === 'exists') return found !== '';
  if (is === 'contains') return found.includes(value);
  if (is === 'below') return value.trim() !== '' && Number(found) < Number(value);
  return isNumber ? Number(found) === Number(value) : found === value;
}

function judgeJson(path: string, is: Check['is'], value: string, parsed: { readonly value: unknown } | undefined): Verdict {
  if (parsed === undefined) return { passed: false, found: 'not JSON' };
  const steps = parsePath(path);
  if (steps === undefined) return { passed: false, found: 'the path cannot be read' };
  const reached = follow(parsed.value, steps);
  if (reached === undefined) return { passed: false, found: 'missing' };
  const found = (JSON.stringify(reached.value) ?? 'missing').slice(0, 200);
  if (is === 'exists') return { passed: reached.value !== undefined && reached.value !== null, found };
  if (is === 'below') return { passed: typeof reached.value === 'number' && reached.value < Number(value), found };
  if (is === 'contains') return { passed: typeof reached.value === 'string' && reached.value.includes(value), found };
  const wanted = parseJson(value);
  return { passed: wanted !== undefined && sameJson(reached.value, wanted.value), found };
}

/** The steps of a path such as `items[0].name` or `["content-type"]`; `undefined` where it is none. */
export function parsePath(path: string): readonly (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  let rest = path.startsWith('[') || path === '' ? path : `.${path}`;
  while (rest !== '') {
    const step = /^\.([A-Za-z_$][\w$]*)|^\[(\d{1,9})\]|^\[("(?:[^"\\]|\\.)*")\]/.exec(rest);
    if (step === null) return undefined;
    const [whole, name, index, quoted] = step;
    const named = quoted === undefined ? name : parseJson(quoted)?.value;
    if (index !== undefined) steps.push(Number(index));
    else if (typeof named === 'string') steps.push(named);
    else return undefined;
    rest = rest.slice(whole.length);
  }
  return steps;
}

/** Where the steps lead; `undefined` where one of them has nothing to step from, as a script would throw there. */
function follow(value: unknown, steps: readonly (string | number)[]): { readonly value: unknown } | undefined {
  let reached = value;
  for (const step of steps) {
    if (reached === null || reached === undefined) return undefined;
    reached = typeof reached === 'object' && Object.hasOwn(reached, step) ? Reflect.get(reached, step) : undefined;
  }
  return { value: reached };
}

function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameJson(Reflect.get(one, name), Reflect.get(other, name)))
  );
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
