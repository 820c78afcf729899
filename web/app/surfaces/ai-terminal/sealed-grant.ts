/** Whether sealed records may leave for a model, in this page. */
type SealedGrant = {
  readonly give: () => void;
  readonly takeBack: () => void;
  readonly isGiven: () => boolean;
};

/** A grant that nobody gave. It holds for the model that it was given for alone: `place` names the present one. */
export function createSealedGrant(place: () => string | undefined): SealedGrant {
  let givenFor: string | undefined;
  return {
    give: () => {
      givenFor = place();
    },
    takeBack: () => {
      givenFor = undefined;
    },
    isGiven: () => givenFor !== undefined && givenFor === place(),
  };
}
