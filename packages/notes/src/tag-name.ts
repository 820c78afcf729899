/** A run of the characters that Obsidian takes in a tag, as the source of a regular expression with the flag `u`. */
export const tagName = String.raw`(?:[\p{L}\p{M}\p{N}\p{So}_/-]|\p{Emoji_Modifier}|\u200D|\uFE0F)+`;

const unfit = /(?![\p{L}\p{M}\p{N}\p{So}_/-]|\p{Emoji_Modifier}|\u200D|\uFE0F)[\s\S]/gu;

/** A tag as Obsidian takes it: what it does not take becomes a hyphen. */
export function tagForObsidian(tag: string): string {
  return tag.replace(unfit, '-').replace(/-+/g, '-').replace(/^-|-$/g, '');
}
