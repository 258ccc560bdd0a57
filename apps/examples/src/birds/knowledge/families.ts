import type { Features } from './features.js';
import type { OrderName } from './orders.js';

/** A group of species within an order, and how one knows it there. */
export interface Family {
  readonly title: string;
  readonly order: OrderName;
  readonly features: Features;
}

/** The families by their scientific names. What a family is known by in its order is true of all its birds here. */
export const FAMILIES = {
  Anatidae: { title: 'ducks, geese and swans', order: 'Anseriformes', features: { neck: ['stretched'] } },
  Podicipedidae: { title: 'grebes', order: 'Podicipediformes', features: { flight: ['straight'] } },
  Phalacrocoracidae: { title: 'cormorants', order: 'Suliformes', features: { neck: ['stretched'] } },
  Ardeidae: { title: 'herons and egrets', order: 'Pelecaniformes', features: { flight: ['slow'] } },
  Ciconiidae: { title: 'storks', order: 'Ciconiiformes', features: { flight: ['soaring', 'slow'] } },
  Rallidae: {
    title: 'rails, moorhens and coots',
    order: 'Gruiformes',
    features: { feet: ['lobed', 'long_toed'], tail: ['short'], flight: ['straight'] },
  },
  Laridae: { title: 'gulls and terns', order: 'Charadriiformes', features: { flight: ['soaring', 'slow'] } },
  Alcidae: { title: 'auks', order: 'Charadriiformes', features: { flight: ['straight'], tail: ['short'] } },
  Accipitridae: { title: 'hawks, buzzards and eagles', order: 'Accipitriformes', features: { head: ['plain'] } },
  Pandionidae: { title: 'ospreys', order: 'Accipitriformes', features: { head: ['eye_stripe'] } },
  Falconidae: { title: 'falcons', order: 'Falconiformes', features: { head: ['moustache', 'black', 'plain'] } },
  Tytonidae: { title: 'barn owls', order: 'Strigiformes', features: { head: ['heart'] } },
  Strigidae: { title: 'true owls', order: 'Strigiformes', features: { head: ['round'] } },
  Columbidae: {
    title: 'pigeons and doves',
    order: 'Columbiformes',
    features: { head: ['neck_ring', 'neck_patch'], flight: ['straight'], tail: ['fan'] },
  },
  Apodidae: { title: 'swifts', order: 'Apodiformes', features: { tail: ['notched'] } },
  Cuculidae: { title: 'cuckoos', order: 'Cuculiformes', features: { underside: ['barred'] } },
  Upupidae: { title: 'hoopoes', order: 'Bucerotiformes', features: { head: ['crest'] } },
  Alcedinidae: { title: 'kingfishers', order: 'Coraciiformes', features: { flight: ['straight'], tail: ['short'] } },
  Picidae: { title: 'woodpeckers', order: 'Piciformes', features: { head: ['red', 'cheeks', 'plain'] } },
  Corvidae: { title: 'crows', order: 'Passeriformes', features: { bill: ['stout'], head: ['black'] } },
  Hirundinidae: {
    title: 'swallows and martins',
    order: 'Passeriformes',
    features: { bill: ['gape'], wings: ['pointed'], flight: ['turns'] },
  },
  Paridae: { title: 'tits', order: 'Passeriformes', features: { bill: ['fine', 'cone'], underside: ['yellow'] } },
  Turdidae: {
    title: 'thrushes',
    order: 'Passeriformes',
    features: { bill: ['fine'], underside: ['black', 'brown', 'spotted'], head: ['black', 'plain'] },
  },
  Muscicapidae: {
    title: 'chats and flycatchers',
    order: 'Passeriformes',
    features: { bill: ['fine'], underside: ['orange'] },
  },
  Bombycillidae: {
    title: 'waxwings',
    order: 'Passeriformes',
    features: { bill: ['fine'], underside: ['buff', 'pink', 'brown', 'grey'], head: ['crest'] },
  },
  Passeridae: {
    title: 'sparrows',
    order: 'Passeriformes',
    features: { bill: ['cone'], underside: ['grey', 'buff'], flight: ['straight'] },
  },
  Fringillidae: {
    title: 'finches',
    order: 'Passeriformes',
    features: { bill: ['cone'], underside: ['pink', 'orange', 'buff', 'grey', 'white'], flight: ['waves'] },
  },
} as const satisfies Readonly<Record<string, Family>>;

export type FamilyName = keyof typeof FAMILIES;
