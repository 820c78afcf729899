import { useNavigation } from 'react-router';
import { Spinner } from './spinner.tsx';

/** The spinner that is drawn while a route loads; a route that is there at once shows none. */
export function RouteProgress() {
  const navigation = useNavigation();
  if (navigation.state !== 'loading') return null;
  return (
    <div className="route-progress pointer-events-none fixed inset-x-0 top-4 z-50 grid place-items-center text-2xl text-copper">
      <span className="grid place-items-center rounded-full bg-plate p-1">
        <Spinner label="Loading the page" />
      </span>
    </div>
  );
}
