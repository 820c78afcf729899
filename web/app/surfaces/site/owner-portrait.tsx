import { systemClock } from '@castellan/foundation/clock';
import { useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { countClick, noClicks } from './hidden-entry.ts';

/** The profile image: leads home from any other page; on the home page three clicks (or Enter three times) open the way in. */
export function OwnerPortrait() {
  const owner = useOwnerFacts();
  const name = owner.name === '' ? 'Profile image' : `Profile image of ${owner.name}`;
  const atHome = useLocation().pathname === '/';
  const navigate = useNavigate();
  const run = useRef(noClicks);
  return (
    <Link
      to="/"
      className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-full border border-edge font-mono text-[0.8rem] font-semibold text-ink no-underline hover:border-copper"
      onClick={(event) => {
        // A click with a modifier means a new tab, and is no part of the run.
        if (!atHome || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        const counted = countClick(run.current, systemClock.nowMs());
        run.current = counted.run;
        if (counted.opens) void navigate('/auth-terminal');
      }}
    >
      {owner.photo === undefined ? (
        <svg role="img" width="42" height="42" fill="currentColor" textAnchor="middle" dominantBaseline="central">
          <title>{name}</title>
          <text x="21" y="21">
            {owner.initials}
          </text>
        </svg>
      ) : (
        <img src={`/content/${owner.photo}`} alt={name} width="44" height="44" className="size-full object-cover" />
      )}
    </Link>
  );
}
