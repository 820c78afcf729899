import { type Judgement, oneIn } from './judge-report.ts';

/** The average that Eckersley measured over 470,161 browsers: whoever reaches it stood out among them. */
const eckersleyBits = 18.1;

/** The verdict on a browser in one sentence, how it stands, and what its seal says. */
export function verdictOf({ bits, unseen }: Pick<Judgement, 'bits' | 'unseen'>) {
  if (bits === undefined) return { tone: 'open', sentence: 'The model has no browser like this one.', seal: '?' } as const;
  const seal = String(Math.round(bits));
  if (bits >= eckersleyBits)
    return { tone: 'bad', sentence: `Easy to recognise: ${oneIn(bits)} browsers looks like yours.`, seal } as const;
  if (bits >= 10 || unseen > 0)
    return { tone: 'doubtful', sentence: `You stand out: ${oneIn(bits)} browsers looks like yours.`, seal } as const;
  return { tone: 'sound', sentence: `One among many: ${oneIn(bits)} browsers looks like yours.`, seal } as const;
}
