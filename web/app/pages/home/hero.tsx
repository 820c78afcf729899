import { TerminalIcon } from '@castellan/icons/devices/terminal';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Birthday } from '../../domains/birthday/birthday-phase.ts';
import { BirthdaySlot } from '../../domains/birthday/birthday-slot.tsx';
import { useMotion } from '../../domains/motion/motion.tsx';
import { blogPlace } from '../../domains/owner/blog-place.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../domains/owner/written-in.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { Plate } from '../../ui/plate/plate.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Standing } from './home-content.ts';
import { useScene } from './scene/use-scene.ts';
import { startTitleRotation, titleAfter } from './title-rotation.ts';

/** A line of the terminal that shows what it can do: it runs there when the link is followed. */
const invitation = 'projects | sort year -r';

type HeroProps = {
  readonly birthday: Birthday;
  /** The name's step of size: `nameWidthStep` of it. */
  readonly nameWidth: number;
  readonly standing: Standing | undefined;
  /** Whether there is anything that the line of the terminal would list. */
  readonly hasProjects: boolean;
};

function Invitation({ running }: { readonly running: boolean }) {
  return (
    <Link to={`/terminal?c=${encodeURIComponent(invitation)}`} viewTransition={running} className="hero-invitation">
      <Icon drawing={TerminalIcon} className="text-verdigris" />
      <span>
        Or try a command: <span className="hero-line">{invitation}</span>
      </span>
    </Link>
  );
}

/** The owner's name, title and first ways on, over the engraving that goes with the title's word. */
export function Hero({ birthday, nameWidth, standing, hasProjects }: HeroProps) {
  const owner = useOwnerFacts();
  const { paused, running, togglePaused } = useMotion();
  const steps = useTitleSteps(running);
  const title = titleAfter(steps);
  const scene = useScene(title.plate, running);
  return (
    <section className="hero page">
      <div className="hero-copy">
        <MrzLine text={mrzNameLine({ document: 'P', issuer: 'SEC', ...owner }, 26)} className="mb-5" />
        <h1 className="lettering">
          <span {...writtenIn(owner.language)} className="hero-name" data-width={nameWidth}>
            {owner.name}
          </span>
          <VisuallyHidden>, </VisuallyHidden>
          {/* All three words at once: for screen readers, and for everybody where the word does not turn. */}
          <span className="hero-title hero-title-whole">
            <span className="text-copper">Application, Cyber and System</span> Security Specialist
          </span>
          <span aria-hidden="true" className="hero-title hero-title-turning">
            <span key={title.word} className={classNames('hero-word', steps > 0 && 'hero-word-arriving')}>
              {title.word}
            </span>{' '}
            Security Specialist
          </span>
        </h1>
        <p className="mt-5 mb-7 max-w-[34ch] text-lg">Crafting secure, scalable systems with exceptional user experiences.</p>
        <div className="hero-ways">
          <a href="/resume" target="_blank" rel="noopener" title="Opens in a new tab" data-resume="" className={buttonClass('primary')}>
            Get Resume
          </a>
          <BlogButton />
          {/* Not the words of the navigation's links: whoever looks for one by its name finds one. */}
          <Link to="/contact" className={buttonClass('ghost')}>
            Get in touch
          </Link>
        </div>
        {/* Below the ways on, so that however long it is they keep to the first screen. */}
        {standing === undefined ? null : (
          <p className="hero-standing">
            <span {...writtenIn(owner.language)}>{standing.post}</span>
            {standing.signs}
          </p>
        )}
        {hasProjects ? <Invitation running={running} /> : null}
        <BirthdaySlot place="home" {...birthday} />
      </div>
      <Plate
        shown={title.plate}
        next={running && scene.stage === 'still' ? titleAfter(steps + 1).plate : undefined}
        className="hero-plate"
        sceneHost={scene.host}
        live={scene.stage === 'live'}
      />
      <button
        type="button"
        aria-label={paused ? 'Play motion' : 'Pause motion'}
        className="hero-pause with-script target"
        onClick={togglePaused}
      >
        <svg viewBox="0 0 16 16" width="1em" height="1em" fill="currentColor" aria-hidden="true">
          <path d={paused ? 'M4 2v12l9-6z' : 'M4 2h2v12H4zm6 0h2v12h-2z'} />
        </svg>
      </button>
    </section>
  );
}

/** Leads to the owner's blog elsewhere, or to the articles here. */
function BlogButton() {
  const blog = blogPlace(useOwnerFacts());
  if (blog === undefined) return null;
  return blog.isElsewhere ? (
    <a href={blog.href} target="_blank" rel="noopener noreferrer" title="Opens in a new tab" className={buttonClass('ghost')}>
      Blog
    </a>
  ) : (
    <Link to={blog.href} className={buttonClass('ghost')}>
      Blog
    </Link>
  );
}

function useTitleSteps(running: boolean): number {
  const [steps, setSteps] = useState(0);
  useEffect(() => (running ? startTitleRotation(() => setSteps((before) => before + 1)) : undefined), [running]);
  return steps;
}
