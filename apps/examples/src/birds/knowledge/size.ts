import type { ValueOf } from './features.js';

/** The lengths that a user may take for a size, in centimetres: neighbours overlap, for nobody measures a bird by eye. */
const SIZES: Readonly<Record<ValueOf<'size'>, readonly [from: number, to: number]>> = {
  sparrow: [0, 16],
  thrush: [16, 29],
  crow: [29, 50],
  duck: [50, 70],
  goose: [70, 90],
  swan: [90, Number.POSITIVE_INFINITY],
};

/** The sizes that a bird of these lengths may be taken for, smallest first. */
export function sizesOf([shortest, longest]: readonly [number, number]): readonly ValueOf<'size'>[] {
  const sizes = Object.entries(SIZES) as readonly [ValueOf<'size'>, readonly [number, number]][];
  return sizes.filter(([, [from, to]]) => shortest <= to && longest >= from).map(([size]) => size);
}
