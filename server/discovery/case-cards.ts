import { caseStudySlug } from '@castellan/content/resume';
import type { Log } from '@castellan/platform/core/log';
import type { Content } from '../content.ts';
import { drawCaseCard } from './card-drawing.ts';
import { rasterise } from './rasterise.ts';
import { createCard } from './share-card.ts';

type Shown = Pick<Content, 'profile' | 'letters'>;

/** What a card says: `said` is the name above the title, `engraved` whose rosette stands beside it. `subject` changes when the card must be drawn again. */
type CardSubject = { readonly subject: object; readonly title: string; readonly said: string; readonly engraved: string };

type Answer = (request: Request) => Promise<Response> | undefined;

/** Answers with the cards of the articles, at `/writing/{slug}/card.png`; `undefined`: none of them is asked for. */
export function createArticleCards(content: Shown & Pick<Content, 'articles'>, log: Log, draw = rasterise, publicUrl = () => ''): Answer {
  const subjectOf = (slug: string): CardSubject | undefined => {
    const article = content.articles().find((one) => one.slug === slug);
    return article === undefined ? undefined : { subject: article, title: article.title, said: 'Writing', engraved: article.title };
  };
  return answerCards(/^\/writing\/([a-z0-9-]+)\/card\.png$/, subjectOf, { content, log, draw, publicUrl });
}

/** Answers with the cards of the case studies, at `/projects/{slug}/card.png`; `undefined`: none of them is asked for. */
export function createCaseCards(
  content: Shown & Pick<Content, 'resume' | 'caseStudies'>,
  log: Log,
  draw = rasterise,
  publicUrl = () => '',
): Answer {
  const subjectOf = (slug: string): CardSubject | undefined => {
    const project = content.resume().projects.find(({ caseStudy }) => caseStudy !== undefined && caseStudySlug(caseStudy) === slug);
    const study = content.caseStudies()[slug];
    if (project === undefined || study === undefined) return undefined;
    return { subject: study, title: study.title, said: project.name, engraved: project.name };
  };
  return answerCards(/^\/projects\/([a-z0-9-]+)\/card\.png$/, subjectOf, { content, log, draw, publicUrl });
}

type Drawing = { readonly content: Shown; readonly log: Log; readonly draw: typeof rasterise; readonly publicUrl: () => string };

/** One card for each slug that an address names and that has a subject. */
function answerCards(address: RegExp, subjectOf: (slug: string) => CardSubject | undefined, drawing: Drawing): Answer {
  const { content, log, draw, publicUrl } = drawing;
  const cards = new Map<string, (request: Request) => Promise<Response>>();
  return (request) => {
    const slug = address.exec(new URL(request.url).pathname)?.[1];
    const known = slug === undefined ? undefined : subjectOf(slug);
    if (slug === undefined || known === undefined) return undefined;
    const card =
      cards.get(slug) ??
      createCard(
        watched(() => [subjectOf(slug)?.subject ?? known.subject, content.profile()]),
        () => {
          const { title, said, engraved } = subjectOf(slug) ?? known;
          return drawCaseCard(content.profile(), said, { title }, publicUrl(), content.letters().card, engraved);
        },
        log,
        (svg) => draw(svg, content.letters().fontFiles),
      );
    cards.set(slug, card);
    return card(request);
  };
}

/** The same list for as long as its members are the same ones. */
function watched(read: () => readonly object[]): () => readonly object[] {
  let before: readonly object[] = [];
  return () => {
    const now = read();
    if (now.length !== before.length || now.some((one, at) => one !== before[at])) before = now;
    return before;
  };
}
