import { Link } from 'react-router';

/** A user's id, which leads to the user; the row behind it opens its own record. */
export const UserLink = ({ id }: { id: number }) => (
  <Link className="con-link" to={`/users?open=${id}`} onClick={(event) => event.stopPropagation()}>
    {id}
  </Link>
);
