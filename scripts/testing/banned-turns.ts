import type { BannedTurn } from './words.ts';

const archaic = 'sounds translated or old-fashioned';
const vague = 'says less than the plain word';

/**
 * Turns of phrase that users of other products do not know. Each came back at least once after a review; `example` is a sentence that it
 * finds, so that no pattern is dead.
 */
export const bannedTurns: readonly BannedTurn[] = [
  { pattern: /\bwants\b/, instead: '“needs”', reason: archaic, example: 'sort wants one field' },
  { pattern: /\bwhoever\b/i, instead: '“anyone who”', reason: archaic, example: 'Whoever has this file can open it.' },
  { pattern: /\bfor ever\b/, instead: '“permanently”', reason: archaic, example: 'Delete it for ever' },
  { pattern: /\bfor good\b/, instead: '“permanently”', reason: vague, example: 'Deleted for good' },
  { pattern: /\btak(?:en?|es) back\b/i, instead: '“undo” or “withdraw”', reason: archaic, example: 'The import was taken back.' },
  { pattern: /\bways? in\b/i, instead: '“unlock method”', reason: 'no other product calls it so', example: 'Remove this way in' },
  { pattern: /\ball the same\b/, instead: '“anyway”', reason: archaic, example: 'Use it all the same' },
  { pattern: /\bnothing of (?:it|them|this|what)\b/i, instead: '“nothing”', reason: archaic, example: 'Nothing of it was kept.' },
  {
    pattern: /\b(?:no \w+|nothing|none|several) fits?\b/i,
    instead: '“matches” or “no results”',
    reason: archaic,
    example: 'No entry fits.',
  },
  { pattern: /\bgo(?:es)? on\b/i, instead: '“continue”', reason: archaic, example: 'Sign in to go on.' },
  {
    pattern: /\b(?:it|this|that|file|header|line|date|amount|answered|…) is no (?!longer|more|one\b|need|such)/i,
    instead: '“is not a”',
    reason: archaic,
    example: 'This is no zip file.',
  },
  {
    pattern: /\blies? (?:in|there|here|beside|under|readable)\b/,
    instead: '“is stored in”',
    reason: archaic,
    example: 'It lies in the vault.',
  },
  { pattern: /\bpresent (?:one|code|key|master|password)\b/i, instead: '“current”', reason: archaic, example: 'Present master password' },
  { pattern: /\bthe former (?:one|key|vault)\b/, instead: '“the old” or “the earlier”', reason: archaic, example: 'the former key' },
  { pattern: /\bonce more\b/, instead: '“again”', reason: archaic, example: 'Type it once more.' },
  {
    pattern: /\bhalf a (?:file|minute)\b/,
    instead: 'the number',
    reason: vague,
    example: 'Half a file would help nobody: not even half a file.',
  },
  { pattern: /\btold by\b|\bis told\b|\bare told\b/, instead: 'who shows what', reason: archaic, example: 'told by the vault alone' },
  {
    pattern: /\b(?:that|which|who|what|it|they|you) shall\b/i,
    instead: '“should” or “will”',
    reason: archaic,
    example: 'What shall be kept',
  },
  {
    pattern: /\bstands? (?:in the|on (?:no|every)|under|around|here)\b/i,
    instead: '“is shown in” or “is in”',
    reason: archaic,
    example: 'Stands in the circle of the contact page',
  },
  { pattern: /\bnothing of yours\b/i, instead: '“empty”', reason: archaic, example: '23 places hold nothing of yours' },
  { pattern: /\bha(?:s|ve) these words\b/i, instead: '“matches your search”', reason: archaic, example: 'No setting has these words.' },
  { pattern: /\bnever meets?\b/i, instead: '“never overwrites”', reason: vague, example: 'updates of the program never meet your texts' },
];
