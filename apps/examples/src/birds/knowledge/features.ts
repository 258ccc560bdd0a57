/** Something about a bird that can be seen, and so asked for. */
export interface Feature {
  readonly title: string;
  readonly question: string;
  /** What can be answered, each with what a user reads. */
  readonly choices: Readonly<Record<string, string>>;
}

/** All features, in the order in which they are asked for where several tell as much. */
export const FEATURES = {
  size: {
    title: 'Size',
    question: 'How large is it, from the tip of its bill to the end of its tail?',
    choices: {
      sparrow: 'Up to the size of a sparrow (16 cm)',
      thrush: 'Like a thrush (16 to 29 cm)',
      crow: 'Like a pigeon or a crow (29 to 50 cm)',
      duck: 'Like a duck (50 to 70 cm)',
      goose: 'Like a goose (70 to 90 cm)',
      swan: 'Larger (from 90 cm)',
    },
  },
  bill: {
    title: 'Bill',
    question: 'What shape is its bill?',
    choices: {
      hooked: 'Short and hooked, or with a strong hook at its tip',
      flat: 'Broad and flat',
      dagger: 'Long, straight and pointed, like a dagger',
      curved: 'Long, thin and curved down',
      chisel: 'Straight and strong, like a chisel',
      cone: 'Short and thick, like a cone',
      fine: 'Fine and pointed, no longer than its head',
      gape: 'Tiny, but its mouth is wide',
      swollen: 'Small, with a soft swelling at its base',
      stout: 'Strong, for food of any kind',
      triangular: 'A high, coloured triangle',
      shield: 'Short, and it becomes a bare shield on the forehead',
    },
  },
  feet: {
    title: 'Feet',
    question: 'What do its feet look like?',
    choices: {
      webbed: 'Webs between the toes',
      lobed: 'Lobes along each toe',
      talons: 'Strong claws, to seize prey',
      stilts: 'Very long legs, to wade',
      long_toed: 'Very long thin toes without webs',
      climbing: 'Two toes forward and two back, to climb',
      perching: 'Three toes forward and one back, to perch',
      hidden: 'Tiny: it clings to walls, and hardly walks',
    },
  },
  back: {
    title: 'Back',
    question: 'What colour is its back?',
    choices: {
      black: 'Black',
      white: 'White',
      black_white: 'Black, with large white patches',
      grey: 'Grey',
      brown: 'Brown',
      rufous: 'Reddish brown',
      sandy: 'Sandy or golden',
      blue: 'Blue',
      green: 'Green',
    },
  },
  underside: {
    title: 'Underside',
    question: 'What does its underside look like?',
    choices: {
      white: 'White',
      black: 'Black',
      grey: 'Grey',
      brown: 'Brown',
      buff: 'Buff',
      pink: 'Pinkish',
      orange: 'Orange, or its breast is',
      yellow: 'Yellow',
      spotted: 'Pale, with spots or streaks',
      barred: 'Pale, with bars across',
    },
  },
  head: {
    title: 'Head',
    question: 'What strikes you most about its head?',
    choices: {
      green: 'It is glossy green',
      black: 'It is all black',
      white: 'It is all white',
      cheeks: 'White cheeks under a black cap',
      blue_cap: 'A blue cap',
      crest: 'A crest or long plumes',
      red: 'Some red',
      moustache: 'A dark moustache',
      eye_stripe: 'A dark stripe through the eye',
      heart: 'A flat, pale face of the shape of a heart',
      round: 'A round face with eyes that look forward',
      neck_ring: 'A thin black half ring around its neck',
      neck_patch: 'A white patch on the side of its neck',
      shield: 'A white shield on the forehead',
      plain: 'Nothing',
    },
  },
  neck: {
    title: 'Neck',
    question: 'How does it hold its neck when it flies?',
    choices: { stretched: 'Stretched out', folded: 'Drawn in between its shoulders' },
  },
  wings: {
    title: 'Wings',
    question: 'What shape are its wings when it flies?',
    choices: {
      fingered: 'Broad, with feathers that spread like fingers',
      pointed: 'Long and pointed',
      sickle: 'Narrow, like a sickle',
      rounded: 'Rounded',
    },
  },
  tail: {
    title: 'Tail',
    question: 'What shape is its tail?',
    choices: {
      streamers: 'Deeply forked, with long thin ends',
      notched: 'With a notch or a small fork',
      long: 'About as long as the rest of the bird',
      wedge: 'A wedge that ends in its middle',
      fan: 'A fan, or cut straight',
      short: 'So short that it hardly shows',
    },
  },
  flight: {
    title: 'Flight',
    question: 'How does it fly?',
    choices: {
      soaring: 'It soars, with hardly a beat of its wings',
      hovering: 'It hovers on one spot',
      slow: 'With slow, heavy beats',
      straight: 'Straight on, with steady or whirring beats',
      waves: 'Up and down in waves',
      turns: 'Fast and with many turns, after insects',
      silent: 'Low, and without a sound',
    },
  },
  habitat: {
    title: 'Place',
    question: 'Where did you see it?',
    choices: {
      water: 'On or beside fresh water',
      coast: 'At the coast or at sea',
      forest: 'In a wood',
      fields: 'Over fields, meadows or moors',
      gardens: 'In a garden or a park, or among houses',
      mountains: 'In the mountains or on crags',
    },
  },
  season: {
    title: 'Season',
    question: 'When did you see it?',
    choices: { summer: 'Between May and August', winter: 'Between November and February' },
  },
} as const satisfies Readonly<Record<string, Feature>>;

export type FeatureName = keyof typeof FEATURES;

/** The values that a feature has. */
export type ValueOf<Name extends FeatureName> = keyof (typeof FEATURES)[Name]['choices'] & string;

/** What is true of a kind of bird, for each feature that matters: it has one of these values. */
export type Features = { readonly [Name in FeatureName]?: readonly ValueOf<Name>[] };

export const FEATURE_NAMES: readonly FeatureName[] = Object.keys(FEATURES) as readonly FeatureName[];

export function isFeature(name: string): name is FeatureName {
  return Object.hasOwn(FEATURES, name);
}

/** The values of a feature, by name. */
export function valuesOf(name: FeatureName): readonly string[] {
  return Object.keys(FEATURES[name].choices);
}

/** What a value is called for people. */
export function titleOf(name: FeatureName, value: string): string {
  const choices: Readonly<Record<string, string>> = FEATURES[name].choices;
  return choices[value] ?? value;
}
