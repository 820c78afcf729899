import { VaultIcon } from '@castellan/icons/security/vault';
import { useNavigate } from 'react-router';
import { useOwnerFacts } from '../../../domains/owner/owner-facts.ts';
import { HeadTools } from '../../../domains/owner-page/head-tools.tsx';
import { PageHead } from '../../../domains/owner-page/page-head.tsx';
import { settingAddress } from '../../../domains/settings/setting-address.ts';
import { mrzCheckedLine, mrzDate, mrzNameLine } from '../../../ui/mrz/mrz.ts';
import { MrzLine } from '../../../ui/mrz/mrz-line.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { Bell } from '../bell/bell.tsx';
import { Clock, Today } from './clock.tsx';
import { ExportButton } from './export-button.tsx';
import { greetingAt } from './greeting.ts';

const minuteMs = 60_000;

/** Who is here and when: greeting, date, clock, and where there is room one machine-readable line of the same. */
export function OverviewHeader() {
  const owner = useOwnerFacts();
  const navigate = useNavigate();
  const now = new Date(useNow(minuteMs));
  const holder = { document: 'P', issuer: 'SEC', ...owner };
  const date = mrzDate({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() });
  return (
    <>
      <MrzLine text={`${mrzNameLine(holder, 36)}${mrzCheckedLine([date], 8)}`} className="mb-4 max-md:hidden" />
      <PageHead
        id="overview"
        title={`${greetingAt(now.getHours())}, ${owner.givenNames}`}
        state={
          <>
            <Today />
            <Clock />
          </>
        }
        tools={
          <>
            <HeadTools
              menu={{
                own: [{ label: 'Complete backup', drawing: VaultIcon, onChoose: () => void navigate(settingAddress('backup')) }],
                hasKeys: true,
              }}
            />
            <ExportButton />
            <Bell asksLittle />
          </>
        }
      />
    </>
  );
}
