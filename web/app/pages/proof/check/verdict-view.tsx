import { VerdictSheet } from '../../../domains/instruments/verdict-sheet.tsx';
import { utcDayText } from '../../../lib/utc-day-text.ts';
import type { DaysVerdict } from './check-days.ts';
import { faultTexts } from './fault-text.ts';

/** How the check ended: what was checked, what was not, and the first day that does not hold. */
export function VerdictView({ verdict }: { readonly verdict: DaysVerdict }) {
  if (verdict.kind === 'no_cryptography') {
    return (
      <VerdictSheet tone="open" sealText="?" verdict="Not checked." facts={[]}>
        This browser checks signatures only on pages that come over HTTPS. The commands work anyway.
      </VerdictSheet>
    );
  }
  if (verdict.kind === 'unreadable') {
    return (
      <VerdictSheet tone="open" sealText="?" verdict="Not checked." facts={[]}>
        <code>/proof/{verdict.file}</code> could not be read. Try again, or use the commands.
      </VerdictSheet>
    );
  }
  if (verdict.kind === 'broken') {
    return (
      <VerdictSheet
        tone="bad"
        sealText="✕"
        verdict={`${utcDayText(verdict.day)} does not hold.`}
        facts={[
          { name: 'First fault', value: verdict.day },
          { name: 'Days that hold before it', value: verdict.held },
        ]}
      >
        {utcDayText(verdict.day)} {faultTexts[verdict.fault]} What comes after it was not checked.
      </VerdictSheet>
    );
  }
  return <Held verdict={verdict} />;
}

function Held({ verdict }: { readonly verdict: Extract<DaysVerdict, { readonly kind: 'held' }> }) {
  const { days, first, last, keyFingerprint, byEarlierKeys, ofOtherAddresses } = verdict;
  if (first === undefined || last === undefined) {
    return (
      <VerdictSheet tone="open" sealText="0" verdict="No day is signed yet: there was nothing to check." facts={[]}>
        The key is there. Note its fingerprint now, and the first days cannot be signed by another one unnoticed:{' '}
        <span className="font-mono text-sm wrap-anywhere text-verdigris">{keyFingerprint}</span>
      </VerdictSheet>
    );
  }
  return (
    <VerdictSheet
      tone="sound"
      sealText="✓"
      verdict={days === 1 ? 'The one signed day holds.' : `All ${days} signed days hold.`}
      facts={[
        { name: 'Signatures', value: `${days} of ${days}` },
        { name: 'Links to the day before', value: `${days - 1} of ${days - 1}` },
        { name: 'From', value: first },
        { name: 'To', value: last },
        ...(byEarlierKeys === 0 ? [] : [{ name: 'By an earlier key', value: days === 1 ? '1 day' : `${byEarlierKeys} days` }]),
        ...(ofOtherAddresses === 0 ? [] : [{ name: 'Under another address', value: ofOtherAddresses }]),
      ]}
    >
      <p>
        Each statement has the hash in <code>days.txt</code>, the signature of its key, and the hash of the statement before it. Done by
        this site’s own code: the commands need none of it.
      </p>
      <p className="mt-2">
        Not checked: the rows of the log, which are private, and whether these are the days that were published before. Compare them with a
        copy that you kept.
      </p>
      <p className="mt-2 font-mono text-sm wrap-anywhere">Key {keyFingerprint}</p>
    </VerdictSheet>
  );
}
