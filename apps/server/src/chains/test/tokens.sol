// SPDX-License-Identifier: Apache-2.0
// Tokens for tests, made small: an honest one, and those that have cost exchanges money.
pragma solidity ^0.8.0;

contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);
    string public constant symbol = "USDT";
    uint8 public decimals;
    mapping(address => uint256) public balanceOf;

    constructor(uint8 decimals_) {
        decimals = decimals_;
        balanceOf[msg.sender] = 10 ** 30;
    }

    function transfer(address to, uint256 value) public returns (bool) {
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    // Sent by another than who pays; asks nobody, for tests.
    function transferFrom(address from, address to, uint256 value) external {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    // Several logs in one transaction (D7).
    function transferAll(address[] calldata to, uint256 value) external {
        for (uint256 i = 0; i < to.length; i++) transfer(to[i], value);
    }

    // What is paid before the failure never happened (D2).
    function transferAndFail(address to, uint256 value) external {
        transfer(to, value);
        revert("last leg");
    }

    // A log without a movement (D3).
    function lie(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }

    // The same first topic with an indexed number, as tokens that are pictures log it (D6).
    function logPicture(address to, uint256 id) external {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        assembly { log4(0, 0, topic, caller(), to, id) }
    }

    // The right topics with data that is too long (D6).
    function logLong(address to, uint256 value) external {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        assembly {
            mstore(0, value)
            mstore(32, value)
            log3(0, 64, topic, caller(), to)
        }
    }
}

// Keeps a part of what is sent, and says so in its log.
contract FeeToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    uint8 public decimals;
    mapping(address => uint256) public balanceOf;

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - 1;
        emit Transfer(msg.sender, to, value - 1);
        return true;
    }
}

// Says false instead of failing, and moves nothing.
contract FalseToken {
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

// Pays its value out within the transaction; the last leg may fail.
contract Fan {
    function pay(address payable[] calldata to, bool isFailing) external payable {
        for (uint256 i = 0; i < to.length; i++) {
            (bool ok, ) = to[i].call{value: msg.value / to.length}("");
            require(ok, "leg");
        }
        require(!isFailing, "last leg");
    }
}
