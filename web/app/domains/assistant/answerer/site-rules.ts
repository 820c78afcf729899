import type { Rule } from './said.ts';

/** What answers here, and what the site is made of. */
export const site: Rule = ({ has, words }, { content }) => {
  if (words.length <= 4 && has('hi|hello|hey|good morning|good evening|good afternoon') && !has('who|what|how|where')) {
    return {
      lines: [`Ask about ${content.owner.givenNames}: the work, skills, projects, certificates, or how to get in touch.`],
      fields: ['about'],
    };
  }
  const isMachine = has('ai|bot|robot|model|llm|gpt|chatgpt|language model|machine|human|artificial intelligence');
  if (isMachine && has('are you|is this|this chat|behind|am i|who answers|is there|chatting|talking to|this terminal|chatgpt')) {
    return {
      lines: [
        'There is no model behind these answers. Fixed rules put them together from the content of this site, and each names its source.',
      ],
      fields: ['site'],
    };
  }
  const isSite = has(
    'this site|this website|this page|the site|the website|your site|your website|this portfolio|your portfolio|webpage|this app|it built',
  );
  if (
    isSite &&
    has(
      'built|build|made|make|written|stack|tech|technology|technologies|framework|powered|run on|runs on|coded|use|uses|using|behind|consist',
    )
  ) {
    return {
      lines: [
        'This site is written in TypeScript: React and React Router for the pages, Node.js for the server, PostgreSQL for what is kept.',
      ],
      fields: ['site'],
    };
  }
  return undefined;
};
