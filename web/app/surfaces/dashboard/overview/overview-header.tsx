import { Link } from 'react-router';
import { useOwnerFacts } from '../../../domains/owner/owner-facts.ts';
import { settingAddress } from '../../../domains/settings/setting-address.ts';
import { mrzCheckedLine, mrzDate, mrzNameLine } from '../../../ui/mrz/mrz.ts';
import { MrzLine } from '../../../ui/mrz/mrz-line.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { Bell } from '../bell/bell.tsx';
import { Clock, Today } from './clock.tsx';
import { ExportButton } from './export-button.tsx';
import { greetingAt } from './greeting.ts';

const minuteMs = 60_000;

/** Who is here and when: greeting, date, clock, and one machine-readable line of the same. */
export function OverviewHeader() {
  const owner = useOwnerFacts();
  const now = new Date(useNow(minuteMs));
  const holder = { document: 'P', issuer: 'SEC', ...owner };
  const date = mrzDate({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() });
  return (
    <header className="border-b border-hairline pb-6">
      <MrzLine text={`${mrzNameLine(holder, 36)}${mrzCheckedLine([date], 8)}`} className="mb-5" />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h1 className="lettering text-2xl">{`${greetingAt(now.getHours())}, ${owner.givenNames}`}</h1>
          <p className="mt-1 text-muted">
            <Today />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Clock />
          <Link to={settingAddress('backup')} className="target inline-flex items-center text-muted">
            Complete backup
          </Link>
          <ExportButton />
          <Bell asksLittle />
        </div>
      </div>
    </header>
  );
}
