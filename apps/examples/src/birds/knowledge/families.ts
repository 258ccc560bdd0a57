import type { Features } from './features.js';
import type { OrderName } from './orders.js';

/** A group of species within an order, and how one knows it there. */
export interface Family {
  readonly title: string;
  readonly order: OrderName;
  readonly features: Features;
}

/** The families by their scientific names. */
export const FAMILIES = {
  Anatidae: { title: 'ducks, geese and swans', order: 'Anseriformes', features: {} },
  Podicipedidae: { title: 'grebes', order: 'Podicipediformes', features: {} },
  Phalacrocoracidae: { title: 'cormorants', order: 'Suliformes', features: { bill: ['hooked', 'dagger'] } },
  Ardeidae: { title: 'herons and egrets', order: 'Pelecaniformes', features: { flight: ['slow'] } },
  Ciconiidae: { title: 'storks', order: 'Ciconiiformes', features: { flight: ['soaring', 'slow'] } },
  Rallidae: {
    title: 'rails, moorhens and coots',
    order: 'Gruiformes',
    features: { bill: ['shield'], tail: ['short'], flight: ['straight'] },
  },
  Laridae: { title: 'gulls and terns', order: 'Charadriiformes', features: { flight: ['soaring', 'slow'] } },
  Alcidae: { title: 'auks', order: 'Charadriiformes', features: { flight: ['straight'], tail: ['short'] } },
  Accipitridae: { title: 'hawks, buzzards and eagles', order: 'Accipitriformes', features: { back: ['brown'] } },
  Pandionidae: { title: 'ospreys', order: 'Accipitriformes', features: { head: ['eye_stripe'] } },
  Falconidae: { title: 'falcons', order: 'Falconiformes', features: {} },
  Tytonidae: { title: 'barn owls', order: 'Strigiformes', features: { head: ['heart'] } },
  Strigidae: { title: 'true owls', order: 'Strigiformes', features: { head: ['round'] } },
  Columbidae: {
    title: 'pigeons and doves',
    order: 'Columbiformes',
    features: { head: ['collar'], flight: ['straight'], tail: ['fan'] },
  },
  Apodidae: { title: 'swifts', order: 'Apodiformes', features: { tail: ['notched'] } },
  Alcedinidae: { title: 'kingfishers', order: 'Coraciiformes', features: { flight: ['straight'], tail: ['short'] } },
  Picidae: { title: 'woodpeckers', order: 'Piciformes', features: { head: ['red'] } },
  Corvidae: { title: 'crows', order: 'Passeriformes', features: { bill: ['stout'], head: ['black'] } },
  Hirundinidae: { title: 'swallows and martins', order: 'Passeriformes', features: { bill: ['gape'], flight: ['turns'] } },
  Paridae: { title: 'tits', order: 'Passeriformes', features: { bill: ['fine'], underside: ['yellow'] } },
  Turdidae: { title: 'thrushes', order: 'Passeriformes', features: { bill: ['fine'], flight: ['straight'] } },
  Muscicapidae: { title: 'chats and flycatchers', order: 'Passeriformes', features: { bill: ['fine'] } },
  Passeridae: { title: 'sparrows', order: 'Passeriformes', features: { bill: ['cone'] } },
  Fringillidae: { title: 'finches', order: 'Passeriformes', features: { bill: ['cone'], flight: ['waves'] } },
} as const satisfies Readonly<Record<string, Family>>;

export type FamilyName = keyof typeof FAMILIES;
