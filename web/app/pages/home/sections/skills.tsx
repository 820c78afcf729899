import { Link } from 'react-router';
import { useOwnerFacts } from '../../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../../domains/owner/written-in.ts';
import type { ProvenSkill } from '../home-content.ts';
import { SectionFrame } from '../section-frame.tsx';

type SkillsProps = {
  readonly skills: readonly ProvenSkill[];
  /** Those that stand behind a press, where there are too many. */
  readonly folded: readonly ProvenSkill[];
};

/** What the owner knows, each with what proves it and since when. A skill without evidence is told by what belongs to it; where none has any, they stand side by side. */
export function Skills({ skills, folded }: SkillsProps) {
  return (
    <SectionFrame id="skills" title="Skills">
      <SkillList skills={skills} />
      {folded.length === 0 ? null : (
        // The browser unfolds it by itself, also for what is looked for on the page.
        <details className="home-skills-more">
          <summary className="target">{folded.length === 1 ? 'One more skill' : `${folded.length} more skills`}</summary>
          <SkillList skills={folded} />
        </details>
      )}
    </SectionFrame>
  );
}

function SkillList({ skills }: { readonly skills: readonly ProvenSkill[] }) {
  const isPlain = skills.every(({ evidence, since }) => evidence.length === 0 && since === undefined);
  return (
    <dl className={isPlain ? 'home-skills-plain' : undefined}>
      {skills.map((skill) => (
        <Skill key={skill.name} skill={skill} />
      ))}
    </dl>
  );
}

function Skill({ skill: { name, keywords, since, evidence } }: { readonly skill: ProvenSkill }) {
  const { language } = useOwnerFacts();
  const words = keywords.length === 0 ? null : keywords.join(', ');
  return (
    <div className="home-skill">
      <dt {...writtenIn(language)} className="home-skill-name">
        {name}
      </dt>
      <dd {...writtenIn(language)} className="home-skill-proof">
        {evidence.length === 0 ? (
          words
        ) : (
          <>
            <p>
              {evidence.map((piece, at) => (
                <span key={piece.text}>
                  {at === 0 ? '' : ', '}
                  <Evidence piece={piece} />
                </span>
              ))}
            </p>
            {words === null ? null : <p className="mt-1 text-sm text-muted">{words}</p>}
          </>
        )}
      </dd>
      {since === undefined ? null : <dd className="home-skill-since">since {since}</dd>}
    </div>
  );
}

function Evidence({ piece: { text, href } }: { readonly piece: ProvenSkill['evidence'][number] }) {
  if (href === undefined) return <bdi>{text}</bdi>;
  return href.startsWith('#') ? (
    <a href={href} className="home-link">
      <bdi>{text}</bdi>
    </a>
  ) : (
    <Link to={href} className="home-link">
      <bdi>{text}</bdi>
    </Link>
  );
}
