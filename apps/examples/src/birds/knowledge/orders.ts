import type { Features } from './features.js';

/** A group of families, and how one knows it. */
export interface Order {
  readonly title: string;
  readonly features: Features;
}

/** The orders by their scientific names. What is true of an order is true of all its birds here. */
export const ORDERS = {
  Anseriformes: { title: 'waterfowl', features: { bill: ['flat'], feet: ['webbed'], flight: ['straight'] } },
  Podicipediformes: { title: 'grebes', features: { bill: ['dagger'], feet: ['lobed'], tail: ['short'] } },
  Suliformes: { title: 'cormorants and their kin', features: { feet: ['webbed'], habitat: ['water', 'coast'] } },
  Pelecaniformes: { title: 'herons and their kin', features: { bill: ['dagger'], feet: ['stilts'] } },
  Ciconiiformes: { title: 'storks', features: { bill: ['dagger'], feet: ['stilts'] } },
  Gruiformes: { title: 'rails and their kin', features: { habitat: ['water'] } },
  Charadriiformes: { title: 'gulls, auks and their kin', features: { feet: ['webbed'] } },
  Accipitriformes: { title: 'hawks and eagles', features: { bill: ['hooked'], feet: ['talons'] } },
  Falconiformes: { title: 'falcons', features: { bill: ['hooked'], feet: ['talons'], head: ['moustache'] } },
  Strigiformes: {
    title: 'owls',
    features: { bill: ['hooked'], feet: ['talons'], flight: ['silent'], tail: ['fan', 'short'] },
  },
  Columbiformes: { title: 'pigeons and doves', features: { bill: ['swollen'], feet: ['perching'] } },
  Apodiformes: { title: 'swifts', features: { bill: ['gape'], feet: ['hidden'], flight: ['turns'] } },
  Coraciiformes: { title: 'kingfishers and their kin', features: { bill: ['dagger'], feet: ['perching'] } },
  Piciformes: {
    title: 'woodpeckers',
    features: { bill: ['chisel'], feet: ['climbing'], flight: ['waves'], tail: ['wedge'] },
  },
  Passeriformes: { title: 'perching birds', features: { feet: ['perching'] } },
} as const satisfies Readonly<Record<string, Order>>;

export type OrderName = keyof typeof ORDERS;
