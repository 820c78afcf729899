/** Why the server shows no resume: the link's time is over, it never was one, too many were asked for, or it could not be drawn. */
export type ResumeRefusal = 'expired' | 'forged' | 'busy' | 'undrawn';

type Refusal = { readonly status: number; readonly title: string; readonly text: string };

const refusals: Readonly<Record<ResumeRefusal, Refusal>> = {
  expired: {
    status: 410,
    title: 'This link has run out',
    text: 'A link to the resume is good for two minutes, and for the text as it was then. A fresh one is a click away.',
  },
  forged: {
    status: 403,
    title: 'This link was not issued here',
    text: 'The resume opens by links that this site signs for two minutes. This one bears no valid signature.',
  },
  busy: {
    status: 429,
    title: 'One at a time, please',
    text: 'Many links to the resume were asked for from your network. Wait a minute, then try again.',
  },
  undrawn: {
    status: 503,
    title: 'The press is jammed',
    text: 'The resume could not be drawn just now. Try again in a minute.',
  },
};

/** What the page says. A reason that nobody gave counts as a link that was not issued. */
export function refusalOf(reason: string | null): Refusal {
  const known = Object.entries(refusals).find(([name]) => name === reason);
  return known?.[1] ?? refusals.forged;
}
