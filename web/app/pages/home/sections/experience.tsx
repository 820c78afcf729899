import { useOwnerFacts } from '../../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../../domains/owner/written-in.ts';
import { EngravedFigure } from '../../../ui/engraving/engraved-figure.tsx';
import { postAnchor } from '../anchors.ts';
import type { Post } from '../home-content.ts';
import { SectionFrame } from '../section-frame.tsx';
import { Period } from './period.tsx';

/** How much a post tells: the present ones everything, those after them a summary, the oldest their names. */
type Telling = 'whole' | 'summary' | 'line';

/** The owner's posts, the present one first as the resume has them. */
export function Experience({ work }: { readonly work: readonly Post[] }) {
  const { language } = useOwnerFacts();
  const posts = work.map((post, at) => ({ post, id: postAnchor(at), telling: tellingOf(post, at) }));
  const lines = posts.filter(({ telling }) => telling === 'line');
  return (
    <SectionFrame id="experience" title="Experience">
      <ol>
        {posts
          .filter(({ telling }) => telling !== 'line')
          .map(({ post, id, telling }) => (
            <Told key={id} post={post} id={id} isWhole={telling === 'whole'} />
          ))}
      </ol>
      {lines.length === 0 ? null : (
        <ol className="home-post-lines" start={posts.length - lines.length + 1}>
          {lines.map(({ post, id }) => (
            <li key={id} id={id} className="home-post-line">
              <h3 {...writtenIn(language)}>{post.position}</h3>
              <Employer post={post} />
              <Period startDate={post.startDate} endDate={post.endDate} />
            </li>
          ))}
        </ol>
      )}
    </SectionFrame>
  );
}

/** A figure keeps a post from becoming a line, as long as it stands among the newer ones: lines come last. */
function tellingOf({ endDate, figure }: Post, at: number): Telling {
  if (at === 0 || endDate === undefined) return 'whole';
  return at === 1 || (figure !== undefined && at < 4) ? 'summary' : 'line';
}

function Told({ post, id, isWhole }: { readonly post: Post; readonly id: string; readonly isWhole: boolean }) {
  const { language } = useOwnerFacts();
  const { position, location, startDate, endDate, summary, highlights, figure } = post;
  return (
    <li id={id} className={figure === undefined ? 'home-post' : 'home-post home-post-figured'}>
      {figure === undefined ? null : (
        <div className="home-figure">
          <EngravedFigure text={figure.value} ink={isWhole ? 'copper' : 'verdigris'} className="home-figure-numeral" />
          <p {...writtenIn(language)}>
            <span className="sr-only">{figure.value} </span>
            {figure.label}
          </p>
        </div>
      )}
      <div className="min-w-0">
        <h3 {...writtenIn(language)} className={isWhole ? 'lettering home-post-title' : 'lettering home-post-title home-post-title-small'}>
          {position}
        </h3>
        <div className="home-post-at">
          <Employer post={post} />
          {location === undefined ? null : <span>{location}</span>}
          <Period startDate={startDate} endDate={endDate} />
        </div>
        {summary === undefined ? null : (
          <p {...writtenIn(language)} className="mt-3 max-w-prose">
            {summary}
          </p>
        )}
        {!isWhole || highlights.length === 0 ? null : (
          <ul {...writtenIn(language)} className="home-highlights mt-3 max-w-prose text-muted">
            {highlights.map((highlight) => (
              <li key={highlight}>{highlight}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function Employer({ post: { name, url } }: { readonly post: Post }) {
  const { language } = useOwnerFacts();
  return (
    <span lang={language} dir="auto" className="text-copper">
      {url === undefined ? (
        name
      ) : (
        <a href={url} className="underline underline-offset-4">
          {name}
        </a>
      )}
    </span>
  );
}
