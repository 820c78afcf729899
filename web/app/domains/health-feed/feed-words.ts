import type { FeedFailure } from './publish-key.ts';

/** Why something about the feed was not done, in a sentence. */
export function feedFailureText({ code }: FeedFailure): string {
  switch (code) {
    case 'proof':
      return 'It needs a proof of the last five minutes.';
    case 'unsent':
      return 'The vault’s new key did not reach the server yet, so it was not published. Try again in a moment.';
    case 'changed':
      return 'Another device published a key just now. Try again.';
    case 'too_many':
      return 'There are ten tokens already. Revoke one first.';
    case 'unreachable':
      return 'The server did not answer. Try again.';
  }
}
