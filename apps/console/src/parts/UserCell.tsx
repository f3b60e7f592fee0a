/** A masked account with its id. */
export const UserCell = ({ user, id }: { user: string; id: number }) => (
  <>
    {user} <small>{id}</small>
  </>
);
