import { FindingsList } from '../../../web/app/domains/instruments/findings-list.tsx';
import { VerdictSheet } from '../../../web/app/domains/instruments/verdict-sheet.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { AttributeTable } from './attribute-table.tsx';
import type { Judgement } from './judge-report.ts';
import type { PrivacyReport } from './make-report.ts';
import { modelSource } from './model-source.ts';
import { citedStudies } from './published-figures.ts';
import { verdictOf } from './report-verdict.ts';
import { StoragePanel } from './storage-panel.tsx';

const webRtcWords = {
  off: 'Off',
  nothing: 'Shows nothing',
  names: 'Addresses hidden',
  addresses: 'Shows addresses',
} as const;

/** Over what the sum goes, and what is left out of it. */
function sayBasis({ attributes, bits, counted, unseen }: Judgement): string {
  const unmodelled = attributes.filter(({ surprisal: { kind } }) => kind !== 'bits' && kind !== 'unseen');
  const without = unmodelled.filter(({ surprisal }) => surprisal.kind === 'none').length;
  const rest = `Of ${unmodelled.length - without} others only averages are published, of ${without} nothing.`;
  if (bits === undefined) return `Each value below has its own figure where the model knows it; there is no sum. ${rest}`;
  const never = unseen === 0 ? '' : ` ${unseen} ${unseen === 1 ? 'value was' : 'values were'} never seen by the model.`;
  return `The sum goes over ${counted} of ${attributes.length} attributes.${never} ${rest} What is left out can only make this browser rarer.`;
}

/** A finished report: the verdict, what to change, every attribute, and how the figures are made. */
export function ReportSheets({ report }: { readonly report: PrivacyReport }) {
  const { judgement, webRtc, storages, partitioning, family, findings } = report;
  const { tone, sentence, seal } = verdictOf(judgement);
  const unstable = judgement.attributes.filter(({ isUnstable }) => isUnstable);
  const facts = [
    { name: 'Together', value: judgement.bits === undefined ? '—' : `${judgement.bits.toFixed(1)} bits` },
    { name: 'Attributes counted', value: `${judgement.counted} of ${judgement.attributes.length}` },
    { name: 'Never seen by the model', value: String(judgement.unseen) },
    { name: 'Changed between runs', value: String(unstable.length) },
    { name: 'WebRTC', value: webRtcWords[webRtc.kind] },
    { name: 'Privacy Control', value: judgement.attributes.find(({ id }) => id === 'gpc')?.value ?? '—' },
  ];
  return (
    <>
      <VerdictSheet tone={tone} sealText={seal} verdict={sentence} facts={facts}>
        <p>{sayBasis(judgement)}</p>
      </VerdictSheet>
      <section aria-labelledby="changes-title">
        <h2 id="changes-title" className="lettering mb-3 text-lg">
          What to change in {family === 'Other' ? 'this browser' : family}
        </h2>
        <FindingsList findings={findings} nothing="Nothing that a setting would improve." />
      </section>
      <AttributeTable attributes={judgement.attributes} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <StoragePanel storages={storages} partitioning={partitioning} family={family} />
        <Panel title="How it is estimated">
          <div className="grid gap-3 text-muted">
            <p>
              A value that one browser in two shares carries 1 bit, one in 1,024 shares 10. The shares come from {modelSource.name}, dated{' '}
              {modelSource.date}: a statistical model of browsers that Apify collected. It is not a census, and misses newer devices.
            </p>
            <p>
              The sum takes the attributes of one browser and system as independent. Many go together (size and pixel ratio), so the true
              figure is usually lower. Values that the model never saw are counted, and left out of the sum.
            </p>
            <p>
              For attributes that the model lacks, a published average over all browsers of a study is shown where there is one. It says
              nothing about your value and is not counted.
            </p>
            <ul className="grid list-disc gap-2 pl-5">
              {citedStudies.map(({ short, title, place, sample, address }) => (
                <li key={short}>
                  {short},{' '}
                  <a href={address} target="_blank" rel="noopener noreferrer" className="underline underline-offset-4">
                    {title}
                  </a>
                  , {place}: {sample}.
                </li>
              ))}
            </ul>
            <p>For comparison: Eckersley measured 18.1 bits on average over 470,161 browsers (How Unique Is Your Web Browser?, 2010).</p>
          </div>
        </Panel>
      </div>
    </>
  );
}
