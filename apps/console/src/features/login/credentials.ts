/** What a login begins with, kept between its steps and no longer. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
}
