import type { Features } from './features.js';

/** A group of families, and how one knows it. */
export interface Order {
  readonly title: string;
  readonly features: Features;
}

/** The orders by their scientific names. What an order is known by is true of all its birds here, and of no others. */
export const ORDERS = {
  Anseriformes: { title: 'waterfowl', features: { bill: ['flat'], feet: ['webbed'], flight: ['straight', 'slow'] } },
  Podicipediformes: { title: 'grebes', features: { bill: ['dagger'], feet: ['lobed'], tail: ['short'] } },
  Suliformes: {
    title: 'cormorants and their kin',
    features: { bill: ['hooked', 'dagger'], feet: ['webbed'], underside: ['black'], habitat: ['water', 'coast'] },
  },
  Pelecaniformes: { title: 'herons and their kin', features: { bill: ['dagger'], feet: ['stilts'], neck: ['folded'] } },
  Ciconiiformes: { title: 'storks', features: { bill: ['dagger'], feet: ['stilts'], neck: ['stretched'] } },
  Gruiformes: { title: 'rails and their kin', features: { bill: ['shield'], habitat: ['water'] } },
  Charadriiformes: {
    title: 'gulls, auks and their kin',
    features: { bill: ['stout', 'hooked', 'triangular'], feet: ['webbed'], underside: ['white'] },
  },
  Accipitriformes: {
    title: 'hawks and eagles',
    features: { bill: ['hooked'], feet: ['talons'], wings: ['fingered'] },
  },
  Falconiformes: { title: 'falcons', features: { bill: ['hooked'], feet: ['talons'], wings: ['pointed'] } },
  Strigiformes: {
    title: 'owls',
    features: { bill: ['hooked'], feet: ['talons'], wings: ['rounded'], flight: ['silent'] },
  },
  Columbiformes: { title: 'pigeons and doves', features: { bill: ['swollen'], feet: ['perching'] } },
  Apodiformes: {
    title: 'swifts',
    features: { bill: ['gape'], feet: ['hidden'], wings: ['sickle'], flight: ['turns'] },
  },
  Cuculiformes: { title: 'cuckoos', features: { bill: ['fine'], feet: ['climbing'], tail: ['long'] } },
  Bucerotiformes: { title: 'hoopoes and their kin', features: { bill: ['curved'], feet: ['perching'] } },
  Coraciiformes: { title: 'kingfishers and their kin', features: { bill: ['dagger'], feet: ['perching'] } },
  Piciformes: {
    title: 'woodpeckers',
    features: { bill: ['chisel'], feet: ['climbing'], flight: ['waves'], tail: ['wedge'] },
  },
  Passeriformes: { title: 'perching birds', features: { bill: ['fine', 'cone', 'stout', 'gape'], feet: ['perching'] } },
} as const satisfies Readonly<Record<string, Order>>;

export type OrderName = keyof typeof ORDERS;
