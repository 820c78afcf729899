import { OverviewHeader } from './overview-header.tsx';
import { RecentActivity } from './recent-activity.tsx';

/** What the owner sees first. */
export function Overview() {
  return (
    <>
      <OverviewHeader />
      <div className="mt-8">
        <RecentActivity />
      </div>
    </>
  );
}
