/** Offices of the operator. */
import type { Office } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';

type OfficeRecord = Readonly<
  { office_id: bigint; name: string; country: string; address: string } & Record<
    'phone' | 'email' | 'hours' | 'latitude' | 'longitude',
    string | null
  >
>;

/** By country and name; never more than `limit`. */
export async function readOffices(source: Queryable, limit: number): Promise<Office[]> {
  const rows = await source.query<OfficeRecord>(
    'SELECT * FROM offices ORDER BY country, name, office_id LIMIT $1',
    [limit],
  );
  return rows.map(({ office_id, name, country, address, ...rest }) => ({
    id: Number(office_id),
    name,
    country,
    address,
    ...(rest.phone !== null && { phone: rest.phone }),
    ...(rest.email !== null && { email: rest.email }),
    ...(rest.hours !== null && { hours: rest.hours }),
    ...(rest.latitude !== null && { latitude: rest.latitude }),
    ...(rest.longitude !== null && { longitude: rest.longitude }),
  }));
}

const valuesOf = (office: Omit<Office, 'id'>) => [
  office.name,
  office.country,
  office.address,
  office.phone ?? null,
  office.email ?? null,
  office.hours ?? null,
  office.latitude ?? null,
  office.longitude ?? null,
];

/** Adds an office unless there are `limit` already; undefined then. */
export async function insertOffice(
  source: Queryable,
  office: Omit<Office, 'id'>,
  limit: number,
): Promise<number | undefined> {
  const [row] = await source.query<{ office_id: bigint }>(
    `INSERT INTO offices (name, country, address, phone, email, hours, latitude, longitude)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE (SELECT count(*) FROM offices) < $9
     RETURNING office_id`,
    [...valuesOf(office), limit],
  );
  return row === undefined ? undefined : Number(row.office_id);
}

/** Replaces an office; false when there is none of the id. */
export async function updateOffice(source: Queryable, office: Office): Promise<boolean> {
  const rows = await source.query(
    `UPDATE offices SET name = $1, country = $2, address = $3, phone = $4, email = $5, hours = $6,
       latitude = $7, longitude = $8 WHERE office_id = $9 RETURNING office_id`,
    [...valuesOf(office), office.id],
  );
  return rows.length > 0;
}

/** Takes an office away; false when there is none of the id. */
export async function deleteOffice(source: Queryable, officeId: number): Promise<boolean> {
  const rows = await source.query('DELETE FROM offices WHERE office_id = $1 RETURNING office_id', [
    officeId,
  ]);
  return rows.length > 0;
}
