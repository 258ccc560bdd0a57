import { birdUri } from '../bird.js';
import type { Species } from '../knowledge/species.js';

/** Where the sightings are read as a resource. */
export const SIGHTINGS_URI = 'birds://sightings';

/** So many are kept. */
const KEPT = 1000;

/** That somebody saw a bird. */
export interface Sighting {
  readonly bird: Species;
  readonly place: string;
  readonly time: Date;
}

/** The sightings of all clients, newest first, as long as the server runs. */
export class Sightings {
  readonly #kept: Sighting[] = [];

  add(sighting: Sighting): void {
    this.#kept.unshift(sighting);
    this.#kept.length = Math.min(this.#kept.length, KEPT);
  }

  /** All of them as Markdown. */
  markdown(): string {
    const lines = this.#kept.map(({ bird, place, time }) => {
      return `- ${time.toISOString().slice(0, 16).replace('T', ' ')} [${bird.title}](${birdUri(bird.name)}), ${place}`;
    });
    return `# Sightings\n\n${lines.length === 0 ? 'None yet.' : lines.join('\n')}\n`;
  }
}
