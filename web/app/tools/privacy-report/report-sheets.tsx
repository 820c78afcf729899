import { FindingsList } from '../../domains/instruments/findings-list.tsx';
import { VerdictSheet } from '../../domains/instruments/verdict-sheet.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { partitioning } from './advise.ts';
import { AttributeTable } from './attribute-table.tsx';
import { type Judgement, modelSource, oneIn } from './judge-report.ts';
import type { PrivacyReport } from './make-report.ts';

/** The average that Eckersley measured over 470,161 browsers: whoever reaches it stood out among them. */
const eckersleyBits = 18.1;

const webRtcWords = {
  off: 'Off',
  nothing: 'Shows nothing',
  names: 'Addresses hidden',
  addresses: 'Shows addresses',
} as const;

function verdictOf({ bits, unseen }: Judgement) {
  if (bits === undefined) return { tone: 'open', sentence: 'The model has no browser like this one.', seal: '?' } as const;
  const seal = String(Math.round(bits));
  if (bits >= eckersleyBits) return { tone: 'bad', sentence: `Easy to recognise: ${oneIn(bits)} browsers looks like this.`, seal } as const;
  if (bits >= 10 || unseen > 0)
    return { tone: 'doubtful', sentence: `You stand out: ${oneIn(bits)} browsers looks like this.`, seal } as const;
  return { tone: 'sound', sentence: `One among many: ${oneIn(bits)} browsers looks like this.`, seal } as const;
}

/** A finished report: the verdict, what to change, every attribute, and how the figures are made. */
export function ReportSheets({ report }: { readonly report: PrivacyReport }) {
  const { judgement, webRtc, storages, family, findings } = report;
  const { tone, sentence, seal } = verdictOf(judgement);
  const unstable = judgement.attributes.filter(({ isUnstable }) => isUnstable);
  const unknown = judgement.attributes.filter(({ surprisal }) => surprisal.kind === 'unknown');
  const facts = [
    { name: 'Together', value: judgement.bits === undefined ? '—' : `${judgement.bits.toFixed(1)} bits` },
    { name: 'Never seen by the model', value: String(judgement.unseen) },
    { name: 'Changed between runs', value: String(unstable.length) },
    { name: 'WebRTC', value: webRtcWords[webRtc.kind] },
    { name: 'Privacy Control', value: judgement.attributes.find(({ id }) => id === 'gpc')?.value ?? '—' },
  ];
  return (
    <>
      <VerdictSheet tone={tone} sealText={seal} verdict={sentence} facts={facts}>
        <p>
          An estimate from the {judgement.attributes.length - unknown.length} attributes that the model knows. The other {unknown.length}{' '}
          make this browser rarer still; nobody has published by how much.
        </p>
      </VerdictSheet>
      <section aria-labelledby="changes-title">
        <h2 id="changes-title" className="lettering mb-3 text-lg">
          What to change in {family === 'Other' ? 'this browser' : family}
        </h2>
        <FindingsList findings={findings} nothing="Nothing that a setting would improve." />
      </section>
      <AttributeTable attributes={judgement.attributes} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title="Storage">
          <ul className="grid gap-2 sm:grid-cols-2">
            {Object.entries(storages).map(([name, works]) => (
              <li key={name}>
                <StatusMark kind={works ? 'success' : 'info'}>
                  {name}: {works ? 'works' : 'blocked'}
                </StatusMark>
              </li>
            ))}
          </ul>
          <h3 className="mt-5 font-semibold">Embedded sites</h3>
          <p className="mt-1">{partitioning[family].said}</p>
          <p className="mt-1 text-sm text-muted">
            By documentation, not measured: that would take a second site. Source: {partitioning[family].source}.
          </p>
        </Panel>
        <Panel title="How it is estimated">
          <div className="grid gap-3 text-muted">
            <p>
              A value that one browser in two shares carries 1 bit, one in 1,024 shares 10. The shares come from {modelSource.name}, dated{' '}
              {modelSource.date}: a statistical model of browsers that Apify collected. It is no census, and misses newer devices.
            </p>
            <p>
              The sum takes the attributes of one browser and system as independent. Many go together (size and pixel ratio), so the true
              figure is usually lower. Values that the model never saw are counted, and left out of the sum.
            </p>
            <p>For comparison: Eckersley measured 18.1 bits on average over 470,161 browsers (How Unique Is Your Web Browser?, 2010).</p>
          </div>
        </Panel>
      </div>
    </>
  );
}
