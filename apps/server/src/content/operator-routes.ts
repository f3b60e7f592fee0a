/** Legal texts and offices as operators write them. */

import { type Office, ProblemError } from '@fairlead/contract';
import { act } from '../core/acts/acts.ts';
import { type Handlers, operatorOf } from '../core/http/handler.ts';
import { OFFICES_MAX } from '../core/http/limits.ts';
import type { Say } from '../core/texts/texts.ts';
import { allLegalTexts, readLegalTexts } from './legal.ts';
import { saveLegalVersion } from './legal-queries.ts';
import type { ContentNeeds } from './needs.ts';
import { deleteOffice, insertOffice, readOffices, updateOffice } from './office-queries.ts';

type Names = 'operatorLegal' | 'saveLegal' | 'operatorOffices' | 'saveOffice' | 'deleteOffice';

export function operatorGuidanceHandlers(context: ContentNeeds): Pick<Handlers, Names> {
  const { clock, database } = context;
  return {
    operatorLegal: () => allLegalTexts(database),
    saveLegal: (call) => {
      const { slug } = call.input;
      const texts = readLegalTexts(call.input.texts, call.say);
      const saved = {
        action: 'legal.saved',
        subject: `legal ${slug}`,
        detail: { languages: texts.map(({ lang }) => lang) },
      };
      return act(context, call, saved, async () => {
        const nowMs = clock.now();
        const { operatorId } = operatorOf(call);
        const version = await saveLegalVersion(database, { slug, operatorId, nowMs, texts });
        return { slug, version, updated_at: nowMs };
      });
    },
    operatorOffices: () => readOffices(database, OFFICES_MAX),
    saveOffice: (call) => {
      const { id, ...office } = call.input;
      checkPlace(office, call.say);
      const subject = id === undefined ? 'office' : `office ${id}`;
      return act(context, call, { action: 'office.saved', subject, detail: office }, async () => {
        if (id !== undefined) {
          if (!(await updateOffice(database, { id, ...office })))
            throw new ProblemError('not_found');
          return { id };
        }
        const added = await insertOffice(database, office, OFFICES_MAX);
        if (added === undefined) throw new ProblemError('office_limit');
        return { id: added };
      });
    },
    deleteOffice: (call) => {
      const { id } = call.input;
      return act(context, call, { action: 'office.deleted', subject: `office ${id}` }, async () => {
        if (!(await deleteOffice(database, id))) throw new ProblemError('not_found');
        return call.say('done.saved');
      });
    },
  };
}

const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;

/** A place on the globe has both of its figures. */
function checkPlace({ latitude, longitude }: Pick<Office, 'latitude' | 'longitude'>, say: Say) {
  const wrong = {
    ...(Math.abs(Number(latitude ?? 0)) > LATITUDE_MAX && { latitude: say('fields.invalid') }),
    ...(Math.abs(Number(longitude ?? 0)) > LONGITUDE_MAX && { longitude: say('fields.invalid') }),
    ...(latitude === undefined && longitude !== undefined && { latitude: say('fields.required') }),
    ...(longitude === undefined && latitude !== undefined && { longitude: say('fields.required') }),
  };
  if (Object.keys(wrong).length > 0) throw new ProblemError('validation_failed', { fields: wrong });
}
