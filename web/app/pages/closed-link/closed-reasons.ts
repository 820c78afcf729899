/** Why a link that was handed out opens nothing: a short link (`/s/`) or a link to a report (`/r/`). */
export type ClosedReason =
  | 'link-unknown'
  | 'link-expired'
  | 'link-used-up'
  | 'link-loop'
  | 'link-away'
  | 'report-unknown'
  | 'report-expired'
  | 'report-wait';

/** What the page says, and the HTTP status it comes with: 410 where something was there before. */
type ClosedFace = { readonly status: number; readonly title: string; readonly text: string };

const faces: Readonly<Record<ClosedReason, ClosedFace>> = {
  'link-unknown': {
    status: 404,
    title: 'No link here',
    text: 'No short link has this address. It may have been deleted, or a letter is wrong.',
  },
  'link-expired': {
    status: 410,
    title: 'This link has expired',
    text: 'It was valid until a date that has passed. The person who gave it to you can make another one.',
  },
  'link-used-up': {
    status: 410,
    title: 'This link is used up',
    text: 'It could be opened a limited number of times, and all of them are taken.',
  },
  'link-loop': {
    status: 508,
    title: 'This link leads to a short link again',
    text: 'Its destination is another short link of this site. It is not followed, so that no visitor goes round in circles.',
  },
  'link-away': {
    status: 503,
    title: 'This link cannot be checked',
    text: 'The server runs, but its database does not answer at the moment. Try again in a few seconds.',
  },
  'report-unknown': {
    status: 404,
    title: 'No report here',
    text: 'No report has this address. Check that the link was copied whole, or ask the person who sent it for a new one.',
  },
  'report-expired': {
    status: 410,
    title: 'This report is no longer shared',
    text: 'The link has expired, or the owner ended it. Ask the person who sent it for a new one.',
  },
  'report-wait': {
    status: 429,
    title: 'Too many attempts',
    text: 'Too many links that open nothing were tried from your network. Try again in a minute.',
  },
};

/** Reads a reason that the server set; `undefined`: there is none. */
export function readClosedReason(text: string | null): ClosedReason | undefined {
  return Object.keys(faces).find((name): name is ClosedReason => name === text);
}

export function closedFace(reason: ClosedReason): ClosedFace {
  return faces[reason];
}
