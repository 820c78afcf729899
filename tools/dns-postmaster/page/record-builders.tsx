import { lazy, type ReactNode, Suspense, useState } from 'react';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Spinner } from '../../../web/app/ui/spinner.tsx';
import {
  buildBimi,
  buildCaa,
  buildDmarc,
  buildSpf,
  buildSts,
  buildTlsRpt,
  type DmarcWish,
  type SpfWish,
  type StsWish,
} from '../knowledge/build-records.ts';
import { Line, Result } from './built-record.tsx';

// It reads certificates, which few come for.
const TlsaBuilder = lazy(() => import('./tlsa-builder.tsx'));

const kinds = ['SPF', 'DMARC', 'MTA-STS', 'TLS-RPT', 'CAA', 'TLSA', 'BIMI'] as const;

/** Records to publish, made in the page alone. */
export function RecordBuilders() {
  const [domain, setDomain] = useState('');
  const [kind, setKind] = useState<(typeof kinds)[number]>('SPF');
  const name = domain.trim().toLowerCase().replace(/\.$/, '');
  const builders: Readonly<Record<(typeof kinds)[number], ReactNode>> = {
    SPF: <SpfBuilder domain={name} />,
    DMARC: <DmarcBuilder domain={name} />,
    'MTA-STS': <StsBuilder domain={name} />,
    'TLS-RPT': <TlsRptBuilder domain={name} />,
    CAA: <CaaBuilder domain={name} />,
    TLSA: (
      <Suspense fallback={<Spinner label="Loading" />}>
        <TlsaBuilder domain={name} />
      </Suspense>
    ),
    BIMI: <BimiBuilder domain={name} />,
  };
  return (
    <Panel title="Build a record" className="mt-8">
      <div className="grid gap-4 md:grid-cols-2">
        <Line label="Domain" placeholder="example.org" value={domain} onChange={setDomain} />
        <SelectField
          label="Record"
          options={kinds.map((value) => ({ value, name: value }))}
          value={kind}
          onValue={(value) => setKind(kinds.find((one) => one === value) ?? 'SPF')}
        />
      </div>
      {builders[kind]}
    </Panel>
  );
}

type BuilderProps = { readonly domain: string };

function SpfBuilder({ domain }: BuilderProps) {
  const [wish, setWish] = useState<Omit<SpfWish, 'domain'>>({ mx: true, a: false, addresses: '', includes: '', end: '-all' });
  const ends = [
    { value: '-all', name: 'Fail (-all)' },
    { value: '~all', name: 'Softfail (~all)' },
    { value: '?all', name: 'Neutral (?all)' },
  ] as const;
  return (
    <div className="mt-4 grid gap-4 md:grid-cols-2">
      <CheckField label="The mail servers send (mx)" checked={wish.mx} onChecked={(isOn) => setWish({ ...wish, mx: isOn })} />
      <CheckField label="The domain’s own address sends (a)" checked={wish.a} onChecked={(isOn) => setWish({ ...wish, a: isOn })} />
      <Line
        label="Addresses and networks"
        placeholder="192.0.2.0/28 2001:db8::/48"
        value={wish.addresses}
        onChange={(addresses) => setWish({ ...wish, addresses })}
      />
      <Line
        label="Services to include"
        placeholder="_spf.example.net"
        value={wish.includes}
        onChange={(includes) => setWish({ ...wish, includes })}
      />
      <SelectField
        label="All others"
        options={ends}
        value={wish.end}
        onValue={(chosen) => setWish({ ...wish, end: ends.find(({ value }) => value === chosen)?.value ?? '-all' })}
      />
      <div className="md:col-span-2">
        <Result built={buildSpf({ ...wish, domain })} />
      </div>
    </div>
  );
}

const policies = [
  { value: 'none', name: 'Deliver and report (none)' },
  { value: 'quarantine', name: 'To the junk folder (quarantine)' },
  { value: 'reject', name: 'Reject (reject)' },
] as const;

function DmarcBuilder({ domain }: BuilderProps) {
  const [wish, setWish] = useState<Omit<DmarcWish, 'domain'>>({
    policy: 'none',
    subdomains: '',
    reports: '',
    isStrict: false,
    isTest: false,
  });
  const policyIn = (value: string) => policies.find((one) => one.value === value)?.value;
  return (
    <div className="mt-4 grid gap-4 md:grid-cols-2">
      <SelectField
        label="Policy for mail that fails"
        options={policies}
        value={wish.policy}
        onValue={(value) => setWish({ ...wish, policy: policyIn(value) ?? 'none' })}
      />
      <SelectField
        label="Policy for subdomains"
        options={[{ value: '', name: 'As the domain' }, ...policies]}
        value={wish.subdomains}
        onValue={(value) => setWish({ ...wish, subdomains: policyIn(value) ?? '' })}
      />
      <Line
        label="Reports go to"
        placeholder="dmarc@example.org"
        value={wish.reports}
        onChange={(reports) => setWish({ ...wish, reports })}
      />
      <div>
        <CheckField
          label="Strict alignment"
          hint="Only the same domain is aligned, not its subdomains."
          checked={wish.isStrict}
          onChecked={(isOn) => setWish({ ...wish, isStrict: isOn })}
        />
        <CheckField
          label="Test mode (t=y)"
          hint="Receivers apply the next weaker policy."
          checked={wish.isTest}
          onChecked={(isOn) => setWish({ ...wish, isTest: isOn })}
        />
      </div>
      <div className="md:col-span-2">
        <Result built={buildDmarc({ ...wish, domain })} />
      </div>
    </div>
  );
}

function StsBuilder({ domain }: BuilderProps) {
  const [wish, setWish] = useState<Omit<StsWish, 'domain'>>({ mode: 'testing', servers: '', id: '1' });
  const built = buildSts({ ...wish, domain });
  return (
    <div className="mt-4 grid gap-4 md:grid-cols-2">
      <Line
        label="Mail servers"
        placeholder="mail.example.org"
        value={wish.servers}
        onChange={(servers) => setWish({ ...wish, servers })}
      />
      <SelectField
        label="Mode"
        options={[
          { value: 'testing', name: 'Report failures only (testing)' },
          { value: 'enforce', name: 'Require validated TLS (enforce)' },
        ]}
        value={wish.mode}
        onValue={(value) => setWish({ ...wish, mode: value === 'enforce' ? 'enforce' : 'testing' })}
      />
      <Line label="Version of the policy (id)" placeholder="20261122" value={wish.id} onChange={(id) => setWish({ ...wish, id })} />
      <div className="md:col-span-2">
        <Result built={built} />
        {built.problems.length > 0 ? null : (
          <>
            <p className="mt-4 text-sm break-words text-muted">Serve at https://mta-sts.{domain}/.well-known/mta-sts.txt:</p>
            <Result built={{ name: '', value: built.policy, problems: [] }} />
          </>
        )}
      </div>
    </div>
  );
}

function TlsRptBuilder({ domain }: BuilderProps) {
  const [reports, setReports] = useState('');
  return (
    <div className="mt-4">
      <Line label="Reports go to" placeholder="tls-reports@example.org" value={reports} onChange={setReports} />
      <Result built={buildTlsRpt({ domain, reports })} />
    </div>
  );
}

function CaaBuilder({ domain }: BuilderProps) {
  const [issuers, setIssuers] = useState('');
  return (
    <div className="mt-4">
      <Line label="Authorities that may issue certificates" placeholder="letsencrypt.org" value={issuers} onChange={setIssuers} />
      <Result built={buildCaa({ domain, issuers })} />
    </div>
  );
}

function BimiBuilder({ domain }: BuilderProps) {
  const [logo, setLogo] = useState('');
  const [certificate, setCertificate] = useState('');
  return (
    <div className="mt-4 grid gap-4 md:grid-cols-2">
      <Line label="Logo (SVG Tiny PS)" placeholder="https://example.org/logo.svg" value={logo} onChange={setLogo} />
      <Line label="Mark certificate (VMC or CMC)" placeholder="https://example.org/vmc.pem" value={certificate} onChange={setCertificate} />
      <div className="md:col-span-2">
        <Result built={buildBimi({ domain, logo, certificate })} />
        {logo === '' && certificate === '' ? (
          <p className="mt-2 text-sm text-muted">Without a logo the record declines to show one.</p>
        ) : null}
      </div>
    </div>
  );
}
