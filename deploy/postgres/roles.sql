CREATE ROLE fairlead_owner LOGIN PASSWORD :'owner';
CREATE ROLE fairlead_app LOGIN PASSWORD :'app';
CREATE ROLE fairlead_reader LOGIN;
CREATE DATABASE fairlead OWNER fairlead_owner;
REVOKE CONNECT ON DATABASE fairlead FROM PUBLIC;
GRANT CONNECT ON DATABASE fairlead TO fairlead_app, fairlead_reader;
