import { basename } from 'node:path';
import type { SourceFile } from './sizes.ts';

/** A value that a file may write, and why. */
export type ColourException = { readonly file: string; readonly value: string; readonly reason: string };

/** The one place of the values. */
export const colourSource = 'web/app/ui/tokens/colour-tokens.ts';

const isTest = (path: string) => /\.(?:test|spec)\.tsx?$|^tests\//.test(path) || /^(?:start-)?test-/.test(basename(path));

/**
 * Files that repeat the value of a colour instead of reading it, and exceptions that nothing needs, each in a line. With or without `#`, in
 * capitals, with a transparency, and in three digits where a value can be written so.
 */
export function findRepeatedColours(
  files: readonly SourceFile[],
  values: readonly string[],
  exceptions: readonly ColourException[],
): readonly string[] {
  const pattern = patternOf(values);
  const repeated = files
    .filter(({ path }) => path !== colourSource && !isTest(path))
    .flatMap(({ path, source }) =>
      [...source.matchAll(pattern)].map(({ 0: value, index }) => ({ path, value, line: lineAt(source, index) })),
    );
  const excepted = new Set(exceptions.map(({ file, value }) => `${file}: ${value}`));
  const written = new Set(repeated.map(({ path, value }) => `${path}: ${inFull(value)}`));
  return [
    ...repeated
      .filter(({ path, value }) => !excepted.has(`${path}: ${inFull(value)}`))
      .map(({ path, line, value }) => `${path}:${line}: ${value} is a colour of ${colourSource}; read it from there`),
    ...[...excepted].filter((place) => !written.has(place)).map((place) => `${place} is not written there; remove the exception`),
  ];
}

/** A value as the source writes it. */
function inFull(value: string): string {
  const digits = value.replace('#', '').toLowerCase();
  return `#${digits.length < 6 ? digits.slice(0, 3).replaceAll(/./g, '$&$&') : digits.slice(0, 6)}`;
}

function patternOf(values: readonly string[]): RegExp {
  const digits = [...new Set(values.map((value) => value.slice(1)))];
  const short = digits.flatMap((one) => (/^(.)\1(.)\2(.)\3$/.test(one) ? [one.replaceAll(/(.)\1/g, '$1')] : []));
  const long = `#?\\b(?:${digits.join('|')})(?:[0-9a-f]{2})?`;
  return new RegExp(short.length === 0 ? `${long}\\b` : `(?:${long}|#(?:${short.join('|')})[0-9a-f]?)\\b`, 'gi');
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}
